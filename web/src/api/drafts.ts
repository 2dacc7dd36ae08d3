import { tabStore } from './storage.ts'

/*
 * Typed text is never lost: it is kept per user, queue and item through Escape, reload,
 * timeout, conflict and the end of the session, and is restored for the same user only.
 */
const prefix = 'draft'
const maxAgeMs = 12 * 60 * 60 * 1000

export interface DraftKey {
  userId: number
  queue: string
  itemId: number
}

const storageKeyOf = ({ userId, queue, itemId }: DraftKey) =>
  `${prefix}:${userId}:${queue}:${itemId}`

export function readDraft(draft: DraftKey, now = Date.now()): string {
  const kept = tabStore.get(storageKeyOf(draft))
  if (!kept) return ''
  try {
    const { text, at } = JSON.parse(kept) as { text: unknown; at: unknown }
    if (typeof text === 'string' && typeof at === 'number' && now - at < maxAgeMs) return text
  } catch {
    // Damaged: treat it as absent.
  }
  clearDraft(draft)
  return ''
}

export function writeDraft(draft: DraftKey, text: string, now = Date.now()) {
  if (text === '') clearDraft(draft)
  else tabStore.set(storageKeyOf(draft), JSON.stringify({ text, at: now }))
}

export function clearDraft(draft: DraftKey) {
  tabStore.remove(storageKeyOf(draft))
}

/** Of an item whose personal data was erased: what was typed about it goes as well. */
export function clearDraftsOf(queues: readonly string[], itemId: number) {
  const ends = queues.map((queue) => `:${queue}:${itemId}`)
  for (const key of tabStore.keys())
    if (key.startsWith(`${prefix}:`) && ends.some((end) => key.endsWith(end))) tabStore.remove(key)
}

/** A sign-out removes all; a sign-in removes those of other users. */
export function clearDrafts(except?: number) {
  for (const key of tabStore.keys())
    if (key.startsWith(`${prefix}:`) && !key.startsWith(`${prefix}:${except}:`))
      tabStore.remove(key)
}
