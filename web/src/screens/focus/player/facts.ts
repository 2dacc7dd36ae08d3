/* What a reviewer should know of a film before they judge it: no sound, no picture, very long. */

/** From two hours on, frames at regular intervals show little of it. */
export const longSeconds = 7200

/** A browser has at least one of these, each with its own name for it. */
interface KnowsSound {
  webkitAudioDecodedByteCount?: number
  mozHasAudio?: boolean
  audioTracks?: { length: number }
}

/** Sound may begin late: it counts as missing only after this long, and only until some comes. */
const silentAfterSeconds = 1

export type Sound = 'unknown' | 'there' | 'none' | 'apart'

export function soundOf(video: HTMLVideoElement): Sound {
  if (video.dataset.soundApart === 'true') return 'apart'
  const { webkitAudioDecodedByteCount: decoded, mozHasAudio, audioTracks } = video as KnowsSound
  if (mozHasAudio ?? (audioTracks && audioTracks.length > 0)) return 'there'
  if (decoded) return 'there'
  const known = decoded !== undefined || mozHasAudio !== undefined || audioTracks !== undefined
  const played = [...Array(video.played.length).keys()].reduce(
    (sum, range) => sum + video.played.end(range) - video.played.start(range),
    0,
  )
  return known && played >= silentAfterSeconds ? 'none' : 'unknown'
}

const usualRates = [23.976, 24, 25, 29.97, 30, 48, 50, 59.94, 60]
const samples = 24

/** Undefined where it is a usual one, give or take a percent. */
export function unusualRate(gap: number): number | undefined {
  const rate = 1 / gap
  const isUsual = usualRates.some((usual) => Math.abs(rate / usual - 1) < 0.03)
  return isUsual || !Number.isFinite(rate) ? undefined : Math.round(rate * 100) / 100
}

/**
 * Measures the time from one frame to the next while the film plays at its own speed. Where frames are
 * dropped the measurement begins anew: twice the gap is half the rate.
 */
export function measureRate(video: HTMLVideoElement, onGap: (gap: number) => void): () => void {
  if (!('requestVideoFrameCallback' in video)) return () => {}
  let gaps: number[] = []
  let last: VideoFrameCallbackMetadata | undefined
  const dropped = () => video.getVideoPlaybackQuality().droppedVideoFrames
  let droppedBefore = dropped()
  const onFrame: VideoFrameRequestCallback = (_now, frame) => {
    const gap = last ? frame.mediaTime - last.mediaTime : 0
    const isNext = last !== undefined && frame.presentedFrames === last.presentedFrames + 1
    if (dropped() !== droppedBefore || video.seeking || gap < 0) gaps = []
    else if (isNext && gap > 0 && video.playbackRate === 1) gaps.push(gap)
    droppedBefore = dropped()
    last = frame
    const [median = 0] = [...gaps].sort((a, b) => a - b).slice(Math.floor(gaps.length / 2))
    if (gaps.length >= samples) return onGap(median)
    callback = video.requestVideoFrameCallback(onFrame)
  }
  let callback = video.requestVideoFrameCallback(onFrame)
  return () => video.cancelVideoFrameCallback(callback)
}
