import { newKey } from './client.ts'
import { passing } from './storage.ts'

/*
 * One desk per tab at work: the server hands items to a desk, so that two tabs of one person never
 * share one. Its name survives a crash. A duplicated tab has a copy of the name, and finds it locked;
 * where the browser has no locks (plain HTTP), every page takes a new name.
 */
const key = 'desk'

let unlock = () => {}

function lock(desk: string): Promise<boolean> {
  return new Promise((resolve) => {
    const hold = (granted: Lock | null) => {
      resolve(granted !== null)
      return granted
        ? new Promise<void>((end) => {
            unlock = end
          })
        : undefined
    }
    navigator.locks
      ?.request(`${key}-${desk}`, { ifAvailable: true }, hold)
      .catch(() => resolve(false))
    if (!navigator.locks) resolve(false)
  })
}

export async function takeDesk(): Promise<string> {
  const kept = passing.get(key)
  if (kept && (await lock(kept))) return kept
  const desk = newKey()
  passing.set(key, desk)
  await lock(desk)
  return desk
}

/**
 * What was given back must not be asked for under the same name: the two could overtake each other.
 * Whose session has ended gives nothing back, and finds it here after signing in again.
 */
export function leaveDesk({ forGood }: { forGood: boolean }) {
  if (forGood) passing.remove(key)
  unlock()
}
