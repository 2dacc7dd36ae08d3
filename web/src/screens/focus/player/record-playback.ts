import type { Recorder } from './recorder.ts'

export interface PlaybackRecording {
  /** Records up to this very moment. Called before a seek, and before speed or sound changes. */
  flush: () => void
  stop: () => void
}

/** Feeds a recorder from a video's events. */
export function recordPlayback(video: HTMLVideoElement, recorder: Recorder): PlaybackRecording {
  const isPlaying = () => !video.paused && !video.ended && !video.seeking
  const currentMode = () => ({
    speed: video.playbackRate,
    muted: video.muted || video.volume === 0,
  })
  const flush = () => {
    if (isPlaying()) recorder.playedTo(video.currentTime)
  }
  const onStop = () => {
    // The position was reached by playing, unless this is a seek.
    if (!video.seeking) recorder.playedTo(video.currentTime)
    recorder.endRange()
  }
  const onModeChange = () => {
    flush()
    recorder.setMode(currentMode())
  }
  const listeners: Partial<Record<keyof HTMLVideoElementEventMap, () => void>> = {
    timeupdate: flush,
    playing: flush,
    seeking: recorder.endRange,
    seeked: flush,
    pause: onStop,
    ended: onStop,
    emptied: recorder.endRange,
    waiting: flush,
    ratechange: onModeChange,
    volumechange: onModeChange,
  }
  recorder.setMode(currentMode())
  for (const [name, listener] of Object.entries(listeners)) video.addEventListener(name, listener)
  const stop = () => {
    flush()
    recorder.endRange()
    for (const [name, listener] of Object.entries(listeners))
      video.removeEventListener(name, listener)
  }
  return { flush, stop }
}
