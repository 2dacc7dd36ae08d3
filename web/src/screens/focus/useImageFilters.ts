import { useEffect, useState } from 'react'
import { preferences } from '../../api/preferences.ts'

/** Blur and greyscale are remembered; hiding applies to one item. */
export function useImageFilters(itemId: number | undefined) {
  const [blurred, setBlurred] = useState(preferences.blurred)
  const [grey, setGrey] = useState(preferences.grey)
  const [hiddenId, setHiddenId] = useState<number>()
  const hidden = itemId !== undefined && hiddenId === itemId

  // On the body, so that the picture preview above the page is filtered too.
  useEffect(() => {
    document.body.classList.toggle('sr-images-blurred', blurred)
    document.body.classList.toggle('sr-images-grey', grey)
    return () => document.body.classList.remove('sr-images-blurred', 'sr-images-grey')
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

export type ImageFilters = ReturnType<typeof useImageFilters>
