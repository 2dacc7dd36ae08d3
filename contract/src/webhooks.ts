import type { PlatformEvent } from './platform.ts'

type SameAsPulled = Exclude<keyof PlatformEvent, 'position' | 'id' | 'undoes' | 'by' | 'data'>

/** What is sent to the platform by webhook: one change of one item. */
export interface WebhookMessage extends Pick<PlatformEvent, SameAsPulled> {
  event: number
  /** Shared by all that was decided at once: a video and the reports on it. */
  decision: string
  queue: string
  subject: number
  reason: string
  reasonIds: number[]
  by: { id: number; nickName: string }
  /** With its zone, since the receiver does not know ours. */
  at: string
  /** What an action that changes no status is about. */
  data?: Record<string, unknown>
  /** In the chain of events; null until it is sealed, a second later. Messages to endpoints are sealed. */
  seal: PlatformEvent['seal']
}
