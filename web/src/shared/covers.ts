import { useSyncExternalStore } from 'react'
import { onAdoption } from '../api/own-preferences.ts'
import { preferences } from '../api/preferences.ts'

/* Whether covers of reported videos are blurred until they are played. */

const listeners = new Set<() => void>()

function follow(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

onAdoption(() => {
  blurred = undefined
  for (const listener of listeners) listener()
})

/** Read once: every row asks. */
let blurred: boolean | undefined
const areBlurred = () => (blurred ??= !preferences.coversShown())

export function useCovers() {
  const shown = useSyncExternalStore(follow, areBlurred)
  const setBlurred = (next: boolean) => {
    blurred = next
    preferences.setCoversShown(!next)
    for (const listener of listeners) listener()
  }
  return { blurred: shown, setBlurred }
}
