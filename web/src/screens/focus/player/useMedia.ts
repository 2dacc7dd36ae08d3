import { useCallback, useSyncExternalStore } from 'react'
import { type Sound, soundOf } from './facts.ts'

/** A property of a video, read again at each of these events. */
function useMedia<T extends string | number | boolean>(
  video: HTMLVideoElement,
  events: readonly (keyof HTMLVideoElementEventMap)[],
  read: (video: HTMLVideoElement) => T,
): T {
  const subscribe = useCallback(
    (changed: () => void) => {
      for (const name of events) video.addEventListener(name, changed)
      return () => {
        for (const name of events) video.removeEventListener(name, changed)
      }
    },
    [video, events],
  )
  return useSyncExternalStore(subscribe, () => read(video))
}

const timeEvents = ['timeupdate', 'seeking', 'seeked', 'loadedmetadata', 'emptied'] as const
const lengthEvents = ['durationchange', 'emptied'] as const
const sizeEvents = ['loadedmetadata', 'resize', 'emptied'] as const
const pauseEvents = ['play', 'pause', 'ended', 'emptied'] as const

export const useTime = (video: HTMLVideoElement) =>
  useMedia(video, timeEvents, ({ currentTime }) => currentTime)

/** Null while it is unknown, or for an endless stream. */
export const lengthOf = ({ duration }: HTMLVideoElement): number | null =>
  Number.isFinite(duration) && duration > 0 ? duration : null

/** As the video says, until then as listed; 0 if unknown. */
export function useLength(video: HTMLVideoElement, listed: number | null | undefined): number {
  return useMedia(video, lengthEvents, (it) => lengthOf(it) ?? 0) || (listed ?? 0)
}

/** Clearly taller than wide; false while that is unknown. */
export const useUpright = (video: HTMLVideoElement) =>
  useMedia(video, sizeEvents, ({ videoWidth, videoHeight }) => videoHeight > videoWidth * 1.2)

/** Its width and height, as `640×360`. */
export const useSize = (video: HTMLVideoElement) =>
  useMedia(video, sizeEvents, ({ videoWidth, videoHeight }) => `${videoWidth}×${videoHeight}`)

/** False once the browser plays it, and shows nothing. */
export const useHasPicture = (video: HTMLVideoElement) =>
  useMedia(video, timeEvents, ({ readyState, videoWidth }) => readyState < 2 || videoWidth > 0)

export const useSound = (video: HTMLVideoElement): Sound => useMedia(video, timeEvents, soundOf)

export const usePaused = (video: HTMLVideoElement) =>
  useMedia(video, pauseEvents, ({ paused, ended }) => paused || ended)
