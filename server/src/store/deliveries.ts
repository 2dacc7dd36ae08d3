import {
  type Attempt,
  type Delivery,
  type DeliveryState,
  mostResent,
} from '@screening-room/contract/endpoints'
import type { Db, Tx } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'
import { type Receiver, signingSecrets } from './endpoints.ts'
import { findKeyset, type KeysetPage } from './keyset.ts'
import { messageFields, type WebhookMessage } from './outbox.ts'
import { wireTime } from './paging.ts'
import { externalIdOf } from './platform-ids.ts'

/* What is sent to each endpoint, one row for each event, with its own attempts and its own order. */

const open = sql`state in ('waiting', 'sending')`
const usable = sql`removed_at is null and state = 'active'`

/**
 * Hands the next events of the sealed record to the endpoints, up to the first one that may still be undone.
 * One replica at a time does it. The share lock makes it wait for an undo that is under way. Returns how many
 * events it has passed.
 */
export async function fanOut(db: Db, most: number): Promise<number> {
  const [passed] = await db.query<{ n: number }>(sql`
    with place as (select position from fan_out for update skip locked),
    next as (
      select s.position, s.event_id from event_seal s
      where s.position > (select position from place) order by s.position limit ${most}::int),
    told as (
      select o.event_id, o.queue, o.subject_id, o.state,
        o.state = 'waiting' and o.attempts = 0 and o.due_at > clock_timestamp() as in_grace
      from outbox o where o.event_id = any (array(select event_id from next))
      order by o.event_id for share),
    reached as (
      select max(position) as position from next where position < coalesce(
        (select min(n.position) from next n join told t using (event_id) where t.in_grace),
        9223372036854775807)),
    added as (
      insert into delivery (endpoint_id, event_id, queue, subject_id)
      select p.id, t.event_id, t.queue, t.subject_id
      from next n join told t using (event_id) join endpoint p on p.removed_at is null and t.queue = any (p.kinds)
      where n.position <= (select position from reached) and t.state <> 'taken_back'
      on conflict do nothing)
    update fan_out f set position = r.position from reached r, place p where r.position is not null
    returning f.position - p.position as n`)
  return passed?.n ?? 0
}

/** Endpoints for which something is due. */
export async function findDueEndpoints(db: Db): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select p.id from endpoint p where ${usable} and exists (
      select from delivery d where d.endpoint_id = p.id and d.${open} and d.due_at <= now())`)
  return rows.map(({ id }) => id)
}

export async function getAnyEndpoint(db: Db): Promise<boolean> {
  const rows = await db.query(sql`select from endpoint where removed_at is null limit 1`)
  return rows.length > 0
}

/** As `takeDue` of the outbox, for one endpoint, and with its address and secrets at this moment. */
export function takeDeliveries(
  db: Db,
  endpointId: number,
  most: number,
  forSeconds: number,
): Promise<(WebhookMessage & { to: number } & Receiver)[]> {
  return db.query(sql`
    with due as (
      select d.event_id from delivery d
      where d.endpoint_id = ${endpointId} and d.${open} and d.due_at <= now()
        and exists (select from endpoint where id = ${endpointId} and ${usable})
        and not exists (select from delivery b where b.endpoint_id = d.endpoint_id and b.queue = d.queue
          and b.subject_id = d.subject_id and b.event_id < d.event_id and b.${open})
      order by d.due_at, d.event_id limit ${most} for update skip locked)
    update delivery d set state = 'sending', attempts = d.attempts + 1, sent_at = now(),
      due_at = now() + make_interval(secs => ${forSeconds})
    from event e, outbox o, endpoint p
    where d.endpoint_id = ${endpointId} and d.event_id = any (array(select event_id from due))
      and e.id = d.event_id and o.event_id = d.event_id and p.id = d.endpoint_id
    returning d.endpoint_id as "to", d.attempts, p.url, ${signingSecrets} as secrets, ${messageFields}`)
}

interface Taken {
  to: number
  eventId: number
  attempts: number
}

/** Only the sender that took it last may say how it went. */
const stillTaken = ({ to, eventId, attempts }: Taken) =>
  sql`endpoint_id = ${to} and event_id = ${eventId} and state = 'sending' and attempts = ${attempts}`
/** What is said about something erased is not kept: it may repeat a message from before. */
const noted = ({ status, latencyMs, error, answer }: Attempt) =>
  sql`status = ${status}, latency_ms = ${latencyMs}, 
    error = case when is_erased(queue, subject_id) then '' else ${error} end,
    answer = case when is_erased(queue, subject_id) then '' else ${answer} end`

export async function setSent(db: Db, taken: Taken, attempt: Attempt): Promise<void> {
  await db.query(sql`
    with sent as (
      update delivery set state = 'delivered', settled_at = now(), ${noted(attempt)}
      where ${stillTaken(taken)} returning endpoint_id)
    update endpoint set failing_since = null, delivered_at = now()
    where id in (select endpoint_id from sent)
      and (failing_since is not null or delivered_at is null or delivered_at not between
        now() - interval '10 seconds' and now())`)
}

/**
 * An endpoint is dead when one of its messages is given up and nothing has got through for `deadHours`. It
 * keeps what waits, and is sent nothing until somebody resumes it.
 */
export async function setNotSent(
  db: Db,
  taken: Taken,
  attempt: Attempt,
  again: { inSeconds: number } | 'never',
  deadHours: number,
): Promise<'dead endpoint' | undefined> {
  const dead = again === 'never'
  const rows = await db.query<{ state: string }>(sql`
    with failed as (
      update delivery set state = ${dead ? 'dead' : 'waiting'}, ${noted(attempt)},
        due_at = now() + make_interval(secs => ${dead ? 0 : again.inSeconds}),
        settled_at = case when ${dead} then now() end
      where ${stillTaken(taken)} returning endpoint_id)
    update endpoint set failing_since = coalesce(failing_since, now()),
      state = case when ${dead} and state = 'active' and failing_since < now() - make_interval(hours => ${deadHours})
        then 'dead' else state end
    where id in (select endpoint_id from failed) and (failing_since is null or ${dead})
    returning state`)
  return rows[0]?.state === 'dead' ? 'dead endpoint' : undefined
}

const fields = sql`d.event_id as event, d.queue, d.subject_id as subject,
  ${externalIdOf(sql`d.queue`, sql`d.subject_id`)} as external_id, e.action, d.state, d.attempts, d.status,
  d.latency_ms as "latencyMs", d.error, ${wireTime(sql`d.sent_at`)} as "sentAt",
  case when d.${open} then ${wireTime(sql`d.due_at`)} end as "dueAt"`

const inOutcome = (outcome: string | undefined): Sql =>
  outcome === undefined ? sql`true` : sql`d.state = ${outcome}`

export function findDeliveries(
  db: Db,
  endpointId: number,
  outcome: DeliveryState | undefined,
  before?: number,
): Promise<KeysetPage<Delivery>> {
  return findKeyset<Delivery>(
    db,
    {
      fields,
      from: sql`delivery d join event e on e.id = d.event_id`,
      where: sql`d.endpoint_id = ${endpointId} and ${inOutcome(outcome)}`,
      key: sql`d.event_id`,
      order: 'descending',
    },
    before,
    50,
  )
}

export type WholeDelivery = Delivery & { answer: string; message: WebhookMessage }

export async function getDelivery(
  db: Db,
  endpointId: number,
  eventId: number,
): Promise<WholeDelivery | undefined> {
  const [found] = await db.query<WholeDelivery>(sql`
    select ${fields}, d.answer, row_to_json(m) as message
    from delivery d join event e on e.id = d.event_id,
      lateral (select o.attempts, ${messageFields} from outbox o where o.event_id = d.event_id) m
    where d.endpoint_id = ${endpointId} and d.event_id = ${eventId}`)
  return found
}

interface Range {
  from: number
  to: number
  outcome?: DeliveryState | undefined
}

/** Settled ones, as if they were new; the earliest first where there are too many. Returns how many. */
export async function reviveDeliveries(
  tx: Tx,
  endpointId: number,
  { from, to, outcome }: Range,
): Promise<number> {
  const rows = await tx.query(sql`
    update delivery set state = 'waiting', attempts = 0, due_at = now(), settled_at = null
    where endpoint_id = ${endpointId} and event_id = any (array(
      select d.event_id from delivery d
      where d.endpoint_id = ${endpointId} and d.event_id between ${from} and ${to} and not d.${open}
        and ${inOutcome(outcome)}
      order by d.event_id limit ${mostResent}::int))
    returning 1`)
  return rows.length
}

/** What was delivered a month ago, and what belongs to an endpoint that is gone; the rest of it the next time. */
export async function dropOldDeliveries(db: Db): Promise<void> {
  await db.query(sql`
    delete from delivery where ctid = any (array(
      select ctid from delivery where state = 'delivered' and settled_at < now() - interval '30 days'
      order by settled_at limit 5000))`)
  await db.query(sql`
    delete from delivery where ctid = any (array(
      select d.ctid from endpoint p, lateral (
        select ctid from delivery where endpoint_id = p.id order by event_id limit 5000) d
      where p.removed_at is not null limit 5000))`)
}
