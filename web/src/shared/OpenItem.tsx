import { type ReactNode, Suspense } from 'react'
import { useAddressPart } from './address.ts'
import { idOf, viewName } from './list-query.ts'

/** The ID of the item whose dialog is open, from the address. */
export const useOpenItem = () => useAddressPart(({ query }) => idOf(query.get(viewName)))

/** Renders the dialog of the open item; the list around it is not rendered again. */
export function OpenItem({ children }: { children: (id: number) => ReactNode }) {
  const id = useOpenItem()
  return <Suspense fallback={null}>{id !== undefined && children(id)}</Suspense>
}
