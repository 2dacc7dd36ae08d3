import { focusCalls } from '@screening-room/contract/focus'
import { type SendOptions, send } from '../../../api/client.ts'
import { versionOf } from '../item/item.ts'
import type { DecidedItem, SkippedItem } from './session-state.ts'

/* Requests that wait to be sent. */

interface DecideRequest {
  kind: 'decide'
  entry: DecidedItem
  key: string
  /** It may have reached the server. */
  tried: boolean
}
export type QueuedRequest =
  | DecideRequest
  | { kind: 'undo'; entry: DecidedItem; key: string }
  | { kind: 'skip'; entry: SkippedItem; key: string; tried: boolean }
  | { kind: 'unskip'; entry: SkippedItem; key: string }
  | { kind: 'extend' }
  | { kind: 'lookAgain' }

/** Sent without retries of its own: the session retries it, always under this key. */
export function sendDecision(
  { entry, key }: DecideRequest,
  desk: string,
  options: SendOptions = {},
) {
  const { action, message, reasonIds = [], receipt, marks } = entry.choice
  const { lease } = entry.item
  const version = versionOf(entry.item)
  const input = { desk, lease, action, message, reasonIds, receipt, marks, version }
  return send(focusCalls.decide, input, { key, pauses: [], ...options })
}

export const itemOf = (request: QueuedRequest) =>
  'entry' in request ? request.entry.item : undefined
