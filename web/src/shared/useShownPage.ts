import { useState } from 'react'

/** The page whose rows are on the screen: while another is on its way, still the one before. */
export function useShownPage(page: number, isPlaceholder: boolean): number {
  const [shown, setShown] = useState(page)
  if (!isPlaceholder && shown !== page) setShown(page)
  return isPlaceholder ? shown : page
}
