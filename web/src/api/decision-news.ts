import type { News } from '@screening-room/contract/live'

/* Decisions by others, for a screen that holds items beside the cached lists. */

type Listener = (event: News<'decision'>) => void

const listeners = new Set<Listener>()

export function onDecisionNews(listener: Listener) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function tellDecision(event: News<'decision'>) {
  for (const listener of listeners) listener(event)
}
