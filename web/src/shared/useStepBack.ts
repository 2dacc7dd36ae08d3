import { useEffect, useRef } from 'react'

/** When an action removes the last row of a page, the previous page is shown. */
export function useStepBack(
  page: number,
  shown: number | undefined,
  onPage: (page: number) => void,
) {
  const last = useRef<{ page: number; shown: number }>(undefined)
  useEffect(() => {
    if (shown === undefined) return
    const emptied = last.current?.page === page && last.current.shown > 0 && shown === 0
    last.current = { page, shown }
    if (emptied && page > 1) onPage(page - 1)
  })
}
