import { useSyncExternalStore } from 'react'
import { whenRead } from '../api/queries.ts'

/*
 * Whether the first screen has been painted with what it reads. What it can do without (pictures, counts,
 * who holds what, the live stream) waits for that: it would take the network and the processor from the rows.
 */

/** What is still being read then is waited for no longer. */
const longestMs = 3000
/** No frame is painted in a tab that is hidden. */
const frameMs = 500

let painted = false
const listeners = new Set<() => void>()

function set(value: boolean) {
  painted = value
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useFirstViewPainted = () => useSyncExternalStore(subscribe, () => painted)

export const nextFrame = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => resolve())
    setTimeout(resolve, frameMs)
  })

/** Once the first screen is there, with its reads under way; until it is left for the login page. */
export function watchFirstView(): void {
  const waited = new Promise<void>((resolve) => setTimeout(resolve, longestMs))
  void Promise.race([whenRead(), waited])
    // The frame with the rows, and the one after it.
    .then(nextFrame)
    .then(nextFrame)
    .then(() => !painted && set(true))
}

/** The next user begins with a first screen again. */
export const forgetFirstView = () => set(false)
