import { useState } from 'react'

/** The page whose rows are shown: while another loads, still the previous one. */
export function useShownPage(page: number, isPlaceholder: boolean): number {
  const [shown, setShown] = useState(page)
  if (!isPlaceholder && shown !== page) setShown(page)
  return isPlaceholder ? shown : page
}
