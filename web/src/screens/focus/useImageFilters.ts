import { useEffect, useState } from 'react'
import { preferences } from '../../api/preferences.ts'
import { useCovers } from '../../shared/covers.ts'

/**
 * Blur and greyscale are remembered; hiding applies to one item. A reported item is `covered`: it is
 * blurred until the reviewer plays or shows it, unless they switched that off.
 */
export function useImageFilters(itemId: number | undefined, isReported: boolean) {
  const [blurredByHand, setBlurredByHand] = useState(preferences.blurred)
  const [grey, setGrey] = useState(preferences.grey)
  const [hiddenId, setHiddenId] = useState<number>()
  const [revealedId, setRevealedId] = useState<number>()
  const covers = useCovers()
  const coversBlurred = isReported && covers.blurred
  const hidden = itemId !== undefined && hiddenId === itemId
  const covered = coversBlurred && !blurredByHand && revealedId !== itemId

  // On the body, so that the picture preview above the page is filtered too.
  useEffect(() => {
    document.body.classList.toggle('sr-images-blurred', blurredByHand)
    document.body.classList.toggle('sr-images-grey', grey)
    return () => document.body.classList.remove('sr-images-blurred', 'sr-images-grey')
  }, [blurredByHand, grey])

  const reveal = () => setRevealedId(itemId)
  return {
    blurred: blurredByHand || covered,
    covered,
    coversBlurred,
    grey,
    hidden,
    reveal,
    toggleBlur() {
      reveal()
      if (covered) return
      preferences.setBlurred(!blurredByHand)
      setBlurredByHand(!blurredByHand)
    },
    toggleGrey() {
      preferences.setGrey(!grey)
      setGrey(!grey)
    },
    toggleHidden: () => setHiddenId(hidden ? undefined : itemId),
  }
}

export type ImageFilters = ReturnType<typeof useImageFilters>
