import { type Evidence, readEvidence } from '@screening-room/contract/evidence'
import type { Queue } from '@screening-room/contract/queues'
import type { Status } from '@screening-room/contract/review'
import type { WebhookMessage as SentMessage } from '@screening-room/contract/webhooks'
import type { Db, Tx } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'
import { eventFields } from './event-message.ts'
import { type Actor, insertEvents, isEffective, type NewEvent } from './events.ts'
import { externalIdOf } from './platform-ids.ts'
import { type Endpoint, isInUse, noEndpoint } from './webhook.ts'

/* What the platform is notified of. A row's time and its number of attempts say which sender has it. */

const open = sql`state in ('waiting', 'sending')`

/** One row for each event that `recorded` returns; it is sent once the undo period is over. */
export function insertOutboxRows(by: Actor, decision: string, recorded: Sql): Sql {
  return sql`
    insert into outbox (event_id, decision, queue, subject_id, actor_id, due_at)
    select r.id, ${decision}::uuid, r.queue, r.subject_id, r.actor_id,
      clock_timestamp() + make_interval(secs => ${by.graceSeconds ?? 0})
    from ${recorded} r`
}

/** An event that leaves every status as it is, and that the platform is notified of. */
export async function appendSentEvent(
  tx: Tx,
  by: Actor,
  subject: number,
  event: NewEvent,
): Promise<void> {
  await tx.query(sql`
    with recorded as (${insertEvents(by, [subject], event)})
    ${insertOutboxRows(by, by.requestId, sql`recorded`)}`)
}

/** What this person's decision was made on; undefined where it came without a claim. */
export async function getOwnEvidence(
  tx: Tx,
  actorId: number,
  decision: string,
): Promise<Evidence | undefined> {
  const [found] = await tx.query<{ details: unknown }>(sql`
    select e.details from outbox o join event e on e.id = o.event_id
    where o.decision = ${decision} and o.actor_id = ${actorId} order by o.event_id limit 1`)
  return readEvidence(found?.details)
}

/** One status that a decision changed. */
export interface DecidedStatus {
  eventId: number
  queue: Queue
  subject: number
  before: Status
  after: Status
  state: 'waiting' | 'sending' | 'delivered' | 'not_sent' | 'taken_back' | 'dead'
  inGrace: boolean
  /** Somebody has decided on it since. */
  overtaken: boolean
}

/** Lock items first, then these rows; while both are held nothing is sent. */
export function lockDecision(tx: Tx, decision: string): Promise<DecidedStatus[]> {
  return tx.query<DecidedStatus>(sql`
    select o.event_id as "eventId", o.queue, o.subject_id as subject, d.before, d.after, o.state,
      o.attempts = 0 and o.due_at > clock_timestamp()
        and not exists (select from delivery f where f.event_id = o.event_id) as "inGrace",
      exists (select from event e where e.queue = o.queue and e.subject_id = o.subject_id
        and e.id > o.event_id and ${isEffective}) as overtaken
    from outbox o join event d on d.id = o.event_id
    where o.decision = ${decision} order by o.event_id for update of o`)
}

/** The rows of events that are undone. */
export function takeBackRows(eventIds: readonly number[]): Sql {
  return sql`
    update outbox set state = 'taken_back', settled_at = now() where event_id = any (${eventIds}::bigint[])`
}

/** A message with the attempt that it is for. */
export type WebhookMessage = Omit<SentMessage, 'event' | 'data'> & {
  eventId: number
  attempts: number
  data: SentMessage['data'] | null
}

/** Of an event `e` and its outbox row `o`: the message, but for the attempts. */
export const messageFields = sql`
  o.event_id as "eventId", o.decision, e.queue, e.subject_id as subject,
  e.action, case when e.after is not null then e.before end as before, e.after, e.reason,
  to_json(e.reason_ids) as "reasonIds", ${externalIdOf(sql`e.queue`, sql`e.subject_id`)} as external_id,
  ${eventFields},
  json_build_object('id', e.actor_id, 'nickName', e.actor_name) as by,
  to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`

/**
 * Takes rows that are due, or whose sender is lost, for this long, while the sender's endpoint is the
 * one in use. Of each item only the earliest: the next one goes when that is settled.
 */
export function takeDue(
  db: Db,
  to: Endpoint,
  most: number,
  forSeconds: number,
): Promise<WebhookMessage[]> {
  return db.query<WebhookMessage>(sql`
    with due as (
      select o.event_id from outbox o
      where o.${open} and o.due_at <= now() and ${isInUse(to)}
        and not exists (select from outbox p where p.queue = o.queue and p.subject_id = o.subject_id
          and p.event_id < o.event_id and p.${open})
      order by o.due_at, o.event_id limit ${most} for update skip locked)
    update outbox o set state = 'sending', attempts = o.attempts + 1,
      due_at = now() + make_interval(secs => ${forSeconds})
    from event e where o.event_id = any (array(select event_id from due)) and e.id = o.event_id
    returning o.attempts, ${messageFields}`)
}

type Taken = Pick<WebhookMessage, 'eventId' | 'attempts'>

/** Only the sender that took it last may say how it went. */
const stillTaken = ({ eventId, attempts }: Taken) =>
  sql`event_id = ${eventId} and state = 'sending' and attempts = ${attempts}`

export async function setDelivered(db: Db, taken: Taken): Promise<void> {
  await db.query(sql`
    update outbox set state = 'delivered', settled_at = now(), last_error = ''
    where ${stillTaken(taken)}`)
}

export async function setFailed(
  db: Db,
  taken: Taken,
  why: string,
  again: { inSeconds: number } | 'never',
): Promise<void> {
  const dead = again === 'never'
  await db.query(sql`
    update outbox set state = ${dead ? 'dead' : 'waiting'}, last_error = case when is_erased(queue, subject_id) then '' else ${why} end,
      due_at = now() + make_interval(secs => ${dead ? 0 : again.inSeconds}),
      settled_at = case when ${dead} then now() end
    where ${stillTaken(taken)}`)
}

/** While there is no endpoint: rows that are due have taken effect and are not sent. Returns how many. */
export async function settleDue(db: Db, most: number): Promise<number> {
  const rows = await db.query(sql`
    update outbox set state = 'not_sent', settled_at = now()
    where event_id = any (array(select event_id from outbox
      where ${open} and due_at <= now() and ${noEndpoint}
      order by due_at, event_id limit ${most} for update skip locked))
    returning 1`)
  return rows.length
}

interface DeadLetter {
  eventId: number
  queue: string
  subject: number
  action: string
  attempts: number
  lastError: string
}

export function findDead(db: Db): Promise<DeadLetter[]> {
  return db.query<DeadLetter>(sql`
    select o.event_id as "eventId", o.queue, o.subject_id as subject, e.action, o.attempts,
      o.last_error as "lastError"
    from outbox o join event e on e.id = o.event_id where o.state = 'dead' order by o.event_id`)
}

/** With as many attempts as a new row has. Returns how many there were. */
export async function reviveDead(db: Db): Promise<number> {
  const rows = await db.query(sql`
    update outbox set state = 'waiting', attempts = 0, due_at = now(), settled_at = null
    where state = 'dead' returning 1`)
  return rows.length
}

/**
 * Queues rows that were not sent, decided since then. A row is left out if a later decision on its item
 * was sent already: the platform would take the older one for the newer.
 */
export async function reviveNotSent(
  db: Db,
  { since, overtaken }: { since?: string | undefined; overtaken: boolean },
): Promise<number> {
  const rows = await db.query(sql`
    update outbox o set state = 'waiting', attempts = 0, due_at = now(), settled_at = null
    from event e
    where e.id = o.event_id and o.state = 'not_sent' and not ${noEndpoint}
      and (${since ?? null}::timestamptz is null or e.at >= ${since ?? null}::timestamptz)
      and (${overtaken} or not exists (select from outbox p
        where p.queue = o.queue and p.subject_id = o.subject_id and p.event_id > o.event_id
          and p.state in ('sending', 'delivered')))
    returning 1`)
  return rows.length
}

export async function countNotSent(db: Db): Promise<number> {
  const [found] = await db.query<{ n: number }>(
    sql`select count(*) as n from outbox where state = 'not_sent'`,
  )
  return found?.n ?? 0
}

interface OutboxCounts {
  waiting: number
  dead: number
  /** Since the oldest decision that is not sent yet. */
  oldestSeconds: number
}

export async function getOutboxCounts(db: Db): Promise<OutboxCounts | undefined> {
  const [counts] = await db.query<OutboxCounts>(sql`
    select w.n as waiting, (select count(*) from outbox where state = 'dead') as dead,
      coalesce((select greatest(0, extract(epoch from now() - e.at)) from event e
        where e.id = w.oldest), 0)::int as "oldestSeconds"
    from (select count(*) as n, min(event_id) as oldest from outbox where ${open}) w`)
  return counts
}
