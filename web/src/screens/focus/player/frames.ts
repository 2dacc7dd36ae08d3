/** Used until the frame rate has been measured, or if it cannot be. */
const defaultFrameRate = 30
const maxFrameRate = 120
/** Frames sampled in a row; each sample costs a little time. */
const sampleCount = 12

export interface FrameTracker {
  /** A time within the next or the previous frame. */
  neighbourTime(step: 1 | -1): number
  stop(): void
}

/** Tracks which frames are shown: a step needs the length of a frame and the start of this one. */
export function trackFrames(video: HTMLVideoElement): FrameTracker {
  let gap = 1 / defaultFrameRate
  let known = false
  let last: VideoFrameCallbackMetadata | undefined
  let samplesLeft = 0
  let callback = 0

  const onFrame: VideoFrameRequestCallback = (_now, frame) => {
    const between = last ? frame.mediaTime - last.mediaTime : 0
    const isNext = last !== undefined && frame.presentedFrames === last.presentedFrames + 1
    // The shortest gap is one frame; a longer one may have dropped some.
    if (isNext && between >= 1 / maxFrameRate && (!known || between < gap)) {
      gap = between
      known = true
    }
    last = frame
    callback = --samplesLeft > 0 ? video.requestVideoFrameCallback(onFrame) : 0
  }
  // Missing in older Firefox.
  const isSupported = 'requestVideoFrameCallback' in video
  const startSampling = () => {
    samplesLeft = sampleCount
    if (isSupported && callback === 0) callback = video.requestVideoFrameCallback(onFrame)
  }
  startSampling()
  video.addEventListener('seeking', startSampling)

  return {
    neighbourTime(step) {
      const { currentTime: now } = video
      const isShown = last && last.mediaTime <= now && now - last.mediaTime < gap
      const start = isShown && last ? last.mediaTime : Math.floor(now / gap + 0.01) * gap
      // The middle of a frame: at its edges rounding errors pick the wrong one.
      return start + (step + 0.5) * gap
    },
    stop() {
      video.removeEventListener('seeking', startSampling)
      if (callback !== 0) video.cancelVideoFrameCallback(callback)
    },
  }
}
