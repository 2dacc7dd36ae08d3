import type { Queue } from '@screening-room/contract/queues'
import { type Action, status, videoType } from '@screening-room/contract/review'
import type { Random } from './random.ts'
import { certificationRejectReasons, projectRejectReasons, videoRejectReasons } from './reasons.ts'

/* When things were submitted and what became of them: the rows that make the platform look lived in. */

export const day = 86_400
const days = 90

interface EventRow {
  at: string
  actor_id: number
  actor_name: string
  action: Action
  queue: Queue
  subject_id: number
  before: number
  after: number
  reason: string
  reason_ids: number[]
}

export interface Outcome {
  status: number
  create_time: string
  update_time: string
}

export interface Story {
  random: Random
  events: EventRow[]
  ago(seconds: number): string
  /** A status, when it came and when it was decided; decided ones get their event. */
  tell(queue: 'certification' | 'project' | 'video', id: number, weights: Weights): Outcome
  record(queue: Queue, id: number, decided: Decided): void
}

type Weights = readonly (readonly [item: number, weight: number])[]

interface Decided {
  action: Action
  at: number
  before: number
  after: number
  reason?: string
  reasonIds?: number[]
}

const rejectReasons = {
  certification: certificationRejectReasons,
  project: projectRejectReasons,
  video: videoRejectReasons,
}

export function createStory(random: Random, now: number, reviewers: readonly string[]): Story {
  const events: EventRow[] = []
  const ago = (seconds: number) => new Date(now - Math.round(seconds) * 1000).toISOString()

  function record(queue: Queue, id: number, decided: Decided): void {
    const actor = random.weighted(reviewers.map((_, place) => [place, 5 - place] as const))
    events.push({
      at: ago(decided.at),
      actor_id: actor + 1,
      actor_name: reviewers[actor] ?? '',
      action: decided.action,
      queue,
      subject_id: id,
      before: decided.before,
      after: decided.after,
      reason: decided.reason ?? '',
      reason_ids: decided.reasonIds ?? [],
    })
  }

  function tell(
    queue: 'certification' | 'project' | 'video',
    id: number,
    weights: Weights,
  ): Outcome {
    const became = random.weighted(weights)
    // What still waits came lately; what was decided is spread over the whole time.
    const came =
      became === status.pending
        ? random.next() ** 2 * 9 * day + 300
        : (1 + random.next() * (days - 1)) * day
    if (became === status.pending)
      return { status: became, create_time: ago(came), update_time: ago(came) }

    const first = Math.max(60, came - 600 - random.next() ** 2 * 2 * day)
    let last = first
    const worded = random.pick(rejectReasons[queue])
    const reason = random.chance(0.7) ? worded.zh : worded.en
    if (became === status.rejected)
      record(queue, id, {
        action: 'reject',
        at: first,
        before: status.pending,
        after: became,
        reason,
      })
    else
      record(queue, id, {
        action: 'approve',
        at: first,
        before: status.pending,
        after: status.approved,
      })
    if (became === status.takenDown) {
      last = Math.max(30, first - random.next() * 5 * day)
      record(queue, id, {
        action: 'takeDown',
        at: last,
        before: status.approved,
        after: became,
        reasonIds: [random.int(1, 14)],
      })
    }
    return { status: became, create_time: ago(came), update_time: ago(last) }
  }

  return { random, events, ago, tell, record }
}

export const videoTypeNames = Object.entries(videoType) as [keyof typeof videoType, number][]
