import { useSyncExternalStore } from 'react'
import { preferences } from '../api/preferences.ts'

/* Whether covers of reported videos are blurred until they are played. */

const listeners = new Set<() => void>()

function follow(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const areBlurred = () => !preferences.coversShown()

export function useCovers() {
  const blurred = useSyncExternalStore(follow, areBlurred)
  const setBlurred = (next: boolean) => {
    preferences.setCoversShown(!next)
    for (const listener of listeners) listener()
  }
  return { blurred, setBlurred }
}
