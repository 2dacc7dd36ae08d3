import { passing } from './storage.ts'

/*
 * Nothing typed is ever lost: a text is kept per user, queue and item through Escape, reload,
 * timeout, conflict and a sign-in that ended, and comes back to the same user only.
 */
const prefix = 'draft'
const longest = 12 * 60 * 60 * 1000

export interface DraftPlace {
  userId: number
  queue: string
  itemId: number
}

const keyOf = ({ userId, queue, itemId }: DraftPlace) => `${prefix}:${userId}:${queue}:${itemId}`

export function readDraft(place: DraftPlace, now = Date.now()): string {
  const kept = passing.get(keyOf(place))
  if (!kept) return ''
  try {
    const { text, at } = JSON.parse(kept) as { text: unknown; at: unknown }
    if (typeof text === 'string' && typeof at === 'number' && now - at < longest) return text
  } catch {
    // Not ours, or damaged: as good as none.
  }
  clearDraft(place)
  return ''
}

export function writeDraft(place: DraftPlace, text: string, now = Date.now()) {
  if (text === '') clearDraft(place)
  else passing.set(keyOf(place), JSON.stringify({ text, at: now }))
}

export function clearDraft(place: DraftPlace) {
  passing.remove(keyOf(place))
}

/** At sign-out all go; at sign-in those of everybody else. */
export function clearDrafts(except?: number) {
  for (const key of passing.keys())
    if (key.startsWith(`${prefix}:`) && !key.startsWith(`${prefix}:${except}:`)) passing.remove(key)
}
