import { Text } from '../ui/Text.tsx'

interface RowIdProps {
  row: { id: number; externalId?: string | null | undefined }
  /** The search term: an item is found by the platform's ID, too. */
  words?: string | undefined
}

/** In a list, our ID and below it the platform's, where there is one. */
export function RowId({ row, words = '' }: RowIdProps) {
  return (
    <>
      {row.id}
      {row.externalId && (
        <small className="sr-their-id">
          <Text found={words}>{row.externalId}</Text>
        </small>
      )}
    </>
  )
}
