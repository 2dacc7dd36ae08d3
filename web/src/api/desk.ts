import { newKey } from './client.ts'
import { tabStore } from './storage.ts'

/*
 * Leases belong to a desk, the ID of one tab, so that two tabs of one user never
 * share an item. The ID survives a crash. A duplicated tab has a copy of it, but finds it locked;
 * without the Locks API (plain HTTP) every page takes a new ID.
 */
const key = 'desk'
const releasedKey = 'desk-released'

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
  const kept = tabStore.get(key)
  if (kept && (await lock(kept))) return kept
  const desk = newKey()
  tabStore.set(key, desk)
  await lock(desk)
  return desk
}

/**
 * After a release the ID is not used again: the release could overtake the next claim.
 * After the session has ended nothing is released, and the ID is still there after signing in again.
 */
export function leaveDesk({ forGood }: { forGood: boolean }) {
  if (forGood) tabStore.remove(key)
  unlock()
}

/** A release that a page sent as it went away: after a reload it may come after the next claim. */
export const lastRelease = {
  keep: (desk: string) => tabStore.set(releasedKey, desk),
  read: () => tabStore.get(releasedKey),
  forget: () => tabStore.remove(releasedKey),
}
