import { useEffect, useState } from 'react'
import { preferences } from '../../api/preferences.ts'

/** How much of the picture somebody wants to see. Blur and grey are kept; hiding is for this item. */
export function useLooks(itemId: number | undefined) {
  const [blurred, setBlurred] = useState(preferences.blurred)
  const [grey, setGrey] = useState(preferences.grey)
  const [hiddenId, setHiddenId] = useState<number>()
  const hidden = itemId !== undefined && hiddenId === itemId

  // What opens above the page must look the same.
  useEffect(() => {
    document.body.classList.toggle('sr-looks-blurred', blurred)
    document.body.classList.toggle('sr-looks-grey', grey)
    return () => document.body.classList.remove('sr-looks-blurred', 'sr-looks-grey')
  }, [blurred, grey])

  return {
    blurred,
    grey,
    hidden,
    toggleBlur() {
      preferences.setBlurred(!blurred)
      setBlurred(!blurred)
    },
    toggleGrey() {
      preferences.setGrey(!grey)
      setGrey(!grey)
    },
    toggleHidden: () => setHiddenId(hidden ? undefined : itemId),
  }
}

export type Looks = ReturnType<typeof useLooks>
