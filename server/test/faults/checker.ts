import { canDo, type Queue, ruleFor } from '@screening-room/contract/queues'
import { type Action, status } from '@screening-room/contract/review'
import type { Db } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { verifyChain } from '../../src/domain/event-chain.ts'
import { findDrift, findWaitingDrift } from '../../src/store/housekeeping.ts'
import { findOutboxMismatch } from '../setup/checks.ts'
import { until } from '../setup/test-support.ts'
import type { Attempt } from './load.ts'

/* What must hold after every fault, whatever it was. Answers every sentence that is not true. */

interface Event {
  id: number
  actorId: number
  actorName: string
  action: Action
  queue: Queue
  subject: number
  before: number
  after: number
  reason: string
  reasonIds: number[]
  videoId: number | null
  requestId: string
}

const group = <T, K>(list: readonly T[], key: (one: T) => K) => {
  const groups = new Map<K, T[]>()
  for (const one of list) groups.set(key(one), [...(groups.get(key(one)) ?? []), one])
  return groups
}

const queueOf = ({ item, action }: Attempt): Queue =>
  item.kind === 'certification' ? 'certification' : action === 'dismiss' ? 'report' : 'video'

/** What a reviewer decided: on a video, on a certification, or on all reports of a video at once. */
const decisionKey = (queue: Queue, subject: number, by: number, action: Action) =>
  `${queue} ${subject} by ${by}: ${action}`

export async function findViolations(db: Db, attempts: readonly Attempt[]): Promise<string[]> {
  const wrong: string[] = []
  const people = [...new Set(attempts.map(({ by }) => by))]
  const events = await db.query<Event>(sql`
    select id, actor_id as "actorId", actor_name as "actorName", action, queue,
      subject_id as subject, before, after, reason, to_json(reason_ids) as "reasonIds",
      (details ->> 'videoId')::int as "videoId", request_id as "requestId"
    from event where actor_id = any (${people}::bigint[]) order by id`)
  checkDecisions(attempts, events, wrong)
  checkChains(events, wrong)
  checkLosers(attempts, events, wrong)
  await checkRows(db, events, wrong)
  await checkKeys(db, attempts, wrong)
  await checkWhole(db, wrong)
  return wrong
}

/** Acknowledged: once. Refused: never. Unknown: at most once. And nothing that nobody asked for. */
function checkDecisions(attempts: readonly Attempt[], events: readonly Event[], wrong: string[]) {
  // The reports that a take-down closes are its consequence, not a decision of their own.
  const done = group(
    events.filter(({ queue, action }) => !(queue === 'report' && action === 'takeDown')),
    ({ queue, subject, videoId, actorId, action }) =>
      decisionKey(queue, queue === 'report' ? (videoId ?? 0) : subject, actorId, action),
  )
  for (const attempt of attempts) {
    const decision = decisionKey(queueOf(attempt), attempt.item.id, attempt.by, attempt.action)
    const found = done.get(decision) ?? []
    done.delete(decision)
    const requests = new Set(found.map(({ requestId }) => requestId)).size
    const doubled = [...group(found, ({ subject }) => subject).values()].some((l) => l.length > 1)
    if (attempt.outcome === 'ok' && requests !== 1)
      wrong.push(`${decision} was acknowledged and is recorded ${requests} times`)
    if (attempt.outcome === 'refused' && requests !== 0)
      wrong.push(`${decision} was refused, yet done`)
    if (requests > 1 || doubled) wrong.push(`${decision} was done more than once`)
    for (const { reason, reasonIds } of found)
      if (reason !== attempt.reason || reasonIds.join() !== attempt.reasonIds.join())
        wrong.push(`${decision} is recorded with another reason`)
  }
  for (const decision of done.keys()) wrong.push(`${decision}: nobody asked for it`)
}

/** Each item's events lead from one status to the next by the rules. */
function checkChains(events: readonly Event[], wrong: string[]) {
  for (const [item, chain] of group(events, ({ queue, subject }) => `${queue} ${subject}`)) {
    let now: number = status.pending
    for (const { queue, action, before, after } of chain) {
      const can = canDo as (queue: Queue, action: Action, at: number) => boolean
      const to = (ruleFor as (queue: Queue, action: Action) => { to?: number })(queue, action).to
      if (before !== now || !can(queue, action, before) || after !== to)
        wrong.push(`${item}: ${action} from ${before} to ${after} while it was ${now}`)
      now = after
    }
  }
}

function checkLosers(attempts: readonly Attempt[], events: readonly Event[], wrong: string[]) {
  const onItem = group(events, ({ queue, subject, videoId }) =>
    queue === 'certification' ? `certification ${subject}` : `video ${videoId ?? subject}`,
  )
  for (const { item, told, name } of attempts) {
    if (!told) continue
    const kind = item.kind === 'certification' ? 'certification' : 'video'
    const real = onItem.get(`${kind} ${item.id}`) ?? []
    if (!real.some(({ actorName, action }) => actorName === told.by && action === told.action))
      wrong.push(`${name} was told of ${told.action} by ${told.by} on ${item.id}, which is not so`)
  }
}

/** Rows say what their last event says; a take-down left no report open. */
async function checkRows(db: Db, events: readonly Event[], wrong: string[]) {
  const rows = await db.query<{ queue: Queue; id: number; status: number }>(sql`
    select 'video' as queue, id, status from video
    union all select 'certification', id, status from certification
    union all select 'report', id, status from report`)
  const statuses = new Map(rows.map(({ queue, id, status }) => [`${queue} ${id}`, status]))
  for (const [item, chain] of group(events, ({ queue, subject }) => `${queue} ${subject}`))
    if (statuses.get(item) !== chain.at(-1)?.after)
      wrong.push(`${item} is ${statuses.get(item)}, its last event says ${chain.at(-1)?.after}`)
  const subjects = events.filter(({ queue }) => queue === 'video').map(({ subject }) => subject)
  const open = await db.query<{ id: number }>(sql`
    select r.id from report r join video v on v.id = r.video_id
    where v.id = any (${subjects}::bigint[]) and v.status = ${status.takenDown}
      and r.status = ${status.pending}`)
  for (const { id } of open) wrong.push(`report ${id} is open, its video is taken down`)
}

/** An acknowledged key has its answer; a refused one left nothing behind. */
async function checkKeys(db: Db, attempts: readonly Attempt[], wrong: string[]) {
  const rows = await db.query<{ key: string; answered: boolean }>(
    sql`select key, answer is not null as answered from action_request`,
  )
  const kept = new Map(rows.map(({ key, answered }) => [key, answered]))
  if (kept.size !== rows.length) wrong.push('an Idempotency-Key is there twice')
  for (const { key, outcome, action, item } of attempts) {
    if (outcome === 'ok' && kept.get(key) !== true)
      wrong.push(`${action} on ${item.id} was acknowledged without keeping its key`)
    if (outcome === 'refused' && kept.has(key))
      wrong.push(`${action} on ${item.id} was refused, and its key kept`)
  }
}

async function checkWhole(db: Db, wrong: string[]) {
  const [count] = await db.query<{ n: number }>(sql`select count(*) as n from event`)
  await until(async () => (await db.query(sql`select from event_unsealed limit 1`)).length === 0)
  const chain = await verifyChain(db)
  if (!chain.intact) wrong.push(`the chain is broken at ${chain.event}: ${chain.why}`)
  else if (chain.events !== count?.n)
    wrong.push(`${count?.n} events, of which ${chain.events} are sealed`)
  for (const { queue, kind, off } of await findDrift(db))
    wrong.push(`the counter of ${queue} ${kind} is off by ${off}`)
  for (const { queue, subject, off } of await findWaitingDrift(db))
    wrong.push(`${queue} ${subject} ${off > 0 ? 'does not wait' : 'waits without being pending'}`)
  for (const { eventId, rows } of await findOutboxMismatch(db))
    wrong.push(`event ${eventId} has ${rows} rows in the outbox`)
}

/** How it went, in one line, so that "nothing was lost" says of how much. */
export function summary(attempts: readonly Attempt[]): string {
  const count = (outcome: Attempt['outcome']) =>
    attempts.filter((attempt) => attempt.outcome === outcome).length
  return `${count('ok')} acknowledged, ${count('refused')} refused, ${count('unknown')} unknown`
}
