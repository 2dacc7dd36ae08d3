import { useIsFetching } from '@tanstack/react-query'
import type { ApiFailure } from '../api/failure.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Failure } from './Failure.tsx'

interface NoItemProps {
  reading: { isError: boolean; error: ApiFailure | null; refetch: () => unknown }
  /** Says that there is no such item. */
  missing: string
}

/** Instead of a dialog's item: it is loading, could not be loaded, or does not exist. */
export function NoItem({ reading, missing }: NoItemProps) {
  const loading = useIsFetching() > 0
  if (reading.isError)
    return <Failure text={missing} failure={reading.error} retry={reading.refetch} />
  if (loading) return <Skeleton rows={6} />
  // Another provider has only the items on the page.
  return <p className="sr-failure">{missing}</p>
}
