import { type Claimed, focusCalls } from '@screening-room/contract/focus'
import { type SendOptions, send } from '../../../api/client.ts'
import type { Decided } from './session-state.ts'

/* What waits to be sent. */

interface Decision {
  kind: 'decide'
  entry: Decided
  key: string
  tried?: boolean
}
export type Job =
  | Decision
  | { kind: 'undo'; entry: Decided; key: string }
  | { kind: 'skip'; item: Claimed; key: string }
  | { kind: 'extend' }
  | { kind: 'lookAgain' }

/** The caller sends it again where no answer comes: always under this key. */
export function sendDecision({ entry, key }: Decision, desk: string, options: SendOptions = {}) {
  const { action, message, reasonIds = [], receipt, marks } = entry.choice
  const input = { desk, lease: entry.item.lease, action, message, reasonIds, receipt, marks }
  return send(focusCalls.decide, input, { key, pauses: [], ...options })
}

export const itemOf = (job: Job) =>
  'entry' in job ? job.entry.item : 'item' in job ? job.item : undefined
