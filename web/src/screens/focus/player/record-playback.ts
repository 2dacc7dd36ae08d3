import type { Recorder } from './recorder.ts'

export interface Following {
  /** Counts up to this very moment: before a jump, and before anything changes. */
  settle: () => void
  leave: () => void
}

/** Tells a recorder what a video does. */
export function follow(video: HTMLVideoElement, recorder: Recorder): Following {
  const isGoing = () => !video.paused && !video.ended && !video.seeking
  const manner = () => ({
    speed: video.playbackRate,
    muted: video.muted || video.volume === 0,
  })
  const note = () => {
    if (isGoing()) recorder.at(video.currentTime)
  }
  const stop = () => {
    // Where it stopped was reached by playing, unless it is being moved.
    if (!video.seeking) recorder.at(video.currentTime)
    recorder.cut()
  }
  const change = () => {
    note()
    recorder.changed(manner())
  }
  const heard: Partial<Record<keyof HTMLVideoElementEventMap, () => void>> = {
    timeupdate: note,
    playing: note,
    seeking: recorder.cut,
    seeked: note,
    pause: stop,
    ended: stop,
    emptied: recorder.cut,
    waiting: note,
    ratechange: change,
    volumechange: change,
  }
  recorder.changed(manner())
  for (const [name, listener] of Object.entries(heard)) video.addEventListener(name, listener)
  const leave = () => {
    note()
    recorder.cut()
    for (const [name, listener] of Object.entries(heard)) video.removeEventListener(name, listener)
  }
  return { settle: note, leave }
}
