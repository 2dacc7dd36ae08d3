/** Where a video says nothing of its frames, or the browser does not. */
const usualRate = 30
const fastestRate = 120
/** Frames looked at in a row: each look costs the page a little. */
const looks = 12

export interface Frames {
  /** The time that shows the frame after, or before, the one on the screen. */
  beside(step: 1 | -1): number
  leave(): void
}

/** Watches which frames are shown: a step needs to know how long one lasts, and where this one began. */
export function watchFrames(video: HTMLVideoElement): Frames {
  let gap = 1 / usualRate
  let known = false
  let last: VideoFrameCallbackMetadata | undefined
  let left = 0
  let callback = 0

  const see: VideoFrameRequestCallback = (_now, frame) => {
    const between = last ? frame.mediaTime - last.mediaTime : 0
    const isNext = last !== undefined && frame.presentedFrames === last.presentedFrames + 1
    // The shortest is one frame; a longer one may have left some out.
    if (isNext && between >= 1 / fastestRate && (!known || between < gap)) {
      gap = between
      known = true
    }
    last = frame
    callback = --left > 0 ? video.requestVideoFrameCallback(see) : 0
  }
  // Firefox learnt it late.
  const canSee = 'requestVideoFrameCallback' in video
  const watch = () => {
    left = looks
    if (canSee && callback === 0) callback = video.requestVideoFrameCallback(see)
  }
  watch()
  video.addEventListener('seeking', watch)

  return {
    beside(step) {
      const { currentTime: now } = video
      const isShown = last && last.mediaTime <= now && now - last.mediaTime < gap
      const start = isShown && last ? last.mediaTime : Math.floor(now / gap + 0.01) * gap
      // Into the middle of a frame: its edges are where two roundings disagree.
      return start + (step + 0.5) * gap
    },
    leave() {
      video.removeEventListener('seeking', watch)
      if (callback !== 0) video.cancelVideoFrameCallback(callback)
    },
  }
}
