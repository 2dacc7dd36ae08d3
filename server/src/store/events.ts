import type { ExportedEvent } from '@screening-room/contract/events'
import {
  type Evidence,
  evidence as evidenceSchema,
  readEvidence,
} from '@screening-room/contract/evidence'
import type { exportActions } from '@screening-room/contract/exports'
import type { FourEyesAct } from '@screening-room/contract/four-eyes'
import type { Decision, HistoryEntry } from '@screening-room/contract/history'
import type { Permission } from '@screening-room/contract/permissions'
import { type ItemQueue, isCase, type Queue, queueNames } from '@screening-room/contract/queues'
import { shareWatched } from '@screening-room/contract/receipt'
import type { Language } from '@screening-room/contract/refusals'
import type { Action, Note } from '@screening-room/contract/review'
import type { Db, Queries, Tx } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'
import { secondsSince } from './clock.ts'
import { findKeyset, type KeysetPage } from './keyset.ts'
import { wireTime } from './paging.ts'

/** The person who acts, as the event log names them. */
export interface Actor {
  id: number
  nickName: string
  requestId: string
  /** What their role may do. A machine has none: it has a key with scopes. */
  permissions?: readonly Permission[]
  /** What they may only do together with a second person. */
  fourEyes?: readonly FourEyesAct[]
  /** How long a decision can be undone before the platform is notified. */
  graceSeconds?: number
}

export type CategoryChange = 'rename' | 'move' | 'hide' | 'show' | 'merge' | 'unmerge'

export interface NewEvent {
  action:
    | Action
    | Note
    | 'addCategory'
    | 'addTag'
    | `${CategoryChange}${'Category' | 'Tag'}`
    | 'addReason'
    | 'changeReason'
    | 'setPolicy'
    | 'setStrikes'
    | `account.${string}`
    | `role.${string}`
    | `key.${string}`
    | `endpoint.${string}`
    | 'record.verify'
    | (typeof exportActions)[number]
  queue:
    | Queue
    | 'category'
    | 'tag'
    | 'reason'
    | 'reportReason'
    | 'account'
    | 'role'
    | 'key'
    | 'endpoint'
    | 'member'
    | 'record'
    | 'export'
  before?: number
  after?: number | undefined
  reason?: string | undefined
  reasonIds?: readonly number[] | undefined
  details?: object | undefined
  evidence?: Evidence | undefined
  /** Of an undo: the events that it undoes, in the order of the subjects. */
  undoes?: readonly number[] | undefined
}

const itemQueues: readonly string[] = queueNames.filter((queue) => !isCase(queue))
export const hasVersions = (queue: string): queue is ItemQueue => itemQueues.includes(queue)

/** One event for each subject, in their order. `pending`: rows (id, since) of what has been pending. */
export function insertEvents(
  by: Actor,
  subjects: readonly number[],
  event: NewEvent,
  pending?: Sql,
): Sql {
  const { action, queue, before, after, reason, reasonIds, undoes } = event
  // Parsed on the way in as on the way out: what cannot be read back is not written.
  const evidence = event.evidence && evidenceSchema.parse(event.evidence)
  const plain = sql`${JSON.stringify({ ...event.details, ...evidence })}::jsonb`
  const given = hasVersions(queue) ? sql`${plain} || version_note(${queue}, s.subject)` : plain
  // What the take-down of a video weighs.
  const weighed =
    action === 'takeDown' && hasVersions(queue)
      ? sql`${given} || strike_note(s.subject, ${reasonIds ?? []}::bigint[])`
      : given
  const details = undoes ? sql`${weighed} || jsonb_build_object('undoes', s.undoes)` : weighed
  return sql`
    insert into event (actor_id, actor_name, action, queue, subject_id, before, after,
      reason, reason_ids, details, request_id, watched, in_hand, waited)
    select ${by.id}, ${by.nickName}, ${action}, ${queue}, s.subject, ${before ?? null}, ${after ?? null},
      ${reason ?? ''}, ${reasonIds ?? []}::bigint[], ${details}, ${by.requestId}, ${measuredIn(evidence)},
      ${pending ? waited : sql`null::int`}
    from unnest(${subjects}::bigint[], ${undoes ?? []}::bigint[]) with ordinality as s (subject, undoes, place)
      ${pending ? sql`left join ${pending} i on i.id = s.subject` : sql``}
    order by s.place returning id, queue, subject_id, actor_id`
}

/** In seconds. A trigger computes it for events that come without. */
const waited = sql`least(greatest(floor(extract(epoch from clock_timestamp() - i.since)), 0), 2147483647)::int`

/** The share watched and the seconds in hand. A trigger computes them for events that come without. */
function measuredIn(evidence: Evidence | undefined): Sql {
  if (evidence?.receipt === undefined) return sql`null::smallint, null::int`
  const watched = evidence.receipt && shareWatched(evidence.receipt)
  return sql`${watched}::smallint,
      least(greatest(floor(extract(epoch from clock_timestamp() - ${evidence.claimedAt}::timestamptz)), 0), 2147483647)::int`
}

/** Takes a Tx: outside the transaction of what is recorded it does not compile. */
export async function appendEvents(
  tx: Tx,
  by: Actor,
  subjects: readonly number[],
  event: NewEvent,
): Promise<void> {
  await tx.query(insertEvents(by, subjects, event))
}

/** The same for one subject, with the event's ID. */
export async function appendEventWithId(
  tx: Tx,
  by: Actor,
  subject: number,
  event: NewEvent,
): Promise<number> {
  const [added] = await tx.query<{ id: number }>(insertEvents(by, [subject], event))
  return added?.id ?? 0
}

/** Whether this person has caused such an event today, by the platform's days. */
export async function getHasToday(
  tx: Tx,
  by: Actor,
  subject: number,
  { action, queue }: Pick<NewEvent, 'action' | 'queue'>,
): Promise<boolean> {
  const found = await tx.query(sql`
    select from event where queue = ${queue} and subject_id = ${subject} and action = ${action}
      and actor_id = ${by.id} and at >= date_trunc('day', now())
      and at < date_trunc('day', now()) + interval '1 day' limit 1`)
  return found.length > 0
}

export type PastDecision = Decision & {
  actorId: number
  secondsAgo: number
  evidence: Evidence | undefined
  reasonWords: Record<Language, string>[]
}

/** Of an event `e`: it set a status, and is neither an undo nor undone. */
export const isEffective = sql`e.after is not null and e.action <> 'undo'
  and not exists (select from outbox t where t.event_id = e.id and t.state = 'taken_back')`

/** The last event that set this item's status and was not undone. */
export async function getLastDecision(
  tx: Tx,
  queue: Queue,
  id: number,
): Promise<PastDecision | undefined> {
  const [found] = await tx.query<Omit<PastDecision, 'evidence'> & { details: unknown }>(sql`
    select e.after as status, e.action, e.actor_name as by, e.actor_id as "actorId", e.reason,
      to_json(e.reason_ids) as "reasonIds",
      ${secondsSince(sql`e.at`)} as "secondsAgo", e.details,
      (select coalesce(json_agg(json_build_object('zh-CN', r.message, 'en', coalesce(r.message_en, r.message))
          order by r.id), '[]')
        from report_reason r where r.id = any (e.reason_ids)) as "reasonWords",
      ${wireTime(sql`e.at`)} as at
    from event e where e.queue = ${queue} and e.subject_id = ${id} and ${isEffective}
    order by e.id desc limit 1`)
  if (!found) return undefined
  const { details, ...past } = found
  return { ...past, evidence: readEvidence(details) }
}

const caseQueues = queueNames.filter(isCase)
const historyPage = 100

/** Newest first, from the newest or from before an event. */
export async function findHistory(
  db: Db,
  queue: Queue,
  id: number,
  before?: number,
): Promise<KeysetPage<HistoryEntry>> {
  const { rows, next } = await findKeyset<HistoryEntry & { details: unknown }>(
    db,
    {
      fields: sql`e.id, ${wireTime(sql`e.at`)} as at,
        json_build_object('id', e.actor_id, 'nickName', e.actor_name) as by, e.action, e.before, e.after,
        e.reason, to_json(e.reason_ids) as "reasonIds", e.erased_by is not null as erased, coalesce(f.details, e.details) as details`,
      // Reports that were decided together keep what was watched in the first event of the decision.
      from: sql`event e left join lateral (
        select f.details from outbox own join outbox o on o.decision = own.decision
          join event f on f.id = o.event_id
        where e.queue = any (${caseQueues}::text[]) and own.event_id = e.id
        order by o.event_id limit 1) f on true`,
      where: sql`e.queue = ${queue} and e.subject_id = ${id}`,
      key: sql`e.id`,
      order: 'descending',
    },
    before,
    historyPage,
  )
  const entries = rows.map(({ details, erased, ...entry }) => {
    const { receipt = null, marks = null } = readEvidence(details) ?? {}
    return { ...entry, ...(erased && { erased }), receipt, marks }
  })
  return { rows: entries, next }
}

const exportBatch = 200

/** In the order of the chain: an event that commits late has no place in it before those already read. */
export function findSealedFrom(db: Db, after?: number): Promise<KeysetPage<ExportedEvent>> {
  return findKeyset<ExportedEvent>(
    db,
    {
      fields: sql`s.position, encode(s.hash, 'hex') as hash, e.id,
        to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
        json_build_object('id', e.actor_id, 'nickName', e.actor_name) as by, e.action, e.queue,
        e.subject_id as subject, e.before, e.after, e.reason, to_json(e.reason_ids) as "reasonIds",
        e.details, e.request_id as "requestId", encode(e.salt, 'hex') as salt,
        encode(e.text_hash, 'hex') as "textHash", e.erased_by as "erasedBy"`,
      from: sql`event_seal s join event e on e.id = s.event_id`,
      where: sql`true`,
      key: sql`s.position`,
      order: 'ascending',
    },
    after,
    exportBatch,
  )
}

export interface SealedEvent {
  position: number
  eventId: number
  hash: Buffer
  /** Null where the sealed event is gone. */
  text: string | null
  /** Sealed with its texts: without them its hash cannot be computed. */
  format1: boolean
  /** Whether it says that its texts are gone, and whether they are. */
  erased: boolean
  bare: boolean
  /** What its erase event notes of it; null where there is no such event. */
  note: true | [seal: string, rest: string] | null
}

export function findSealed(db: Queries, after: number, most: number): Promise<SealedEvent[]> {
  return db.query<SealedEvent>(sql`
    select s.position, s.event_id as "eventId", s.hash,
      case when e.id is not null then event_text(e) end as text,
      e.salt is null and e.text_hash is null as format1,
      e.erased_by is not null or e.text_hash is not null as erased,
      e.salt is null and e.reason = '' and e.details = lasting_details(e.queue, e.details) as bare,
      case when x.action = 'erase' and x.id > e.id then x.details -> 'erased' -> e.id::text end as note
    from event_seal s left join event e on e.id = s.event_id left join event x on x.id = e.erased_by
    where s.position > ${after} order by s.position limit ${most}`)
}

/**
 * Of the next events after an ID: the last of them, and the first that is neither sealed nor waiting to be.
 * Undefined where there are no more.
 */
export async function getNextUnqueued(
  db: Queries,
  after: number,
  most: number,
): Promise<{ last: number; unqueued: number | null } | undefined> {
  const [found] = await db.query<{ last: number | null; unqueued: number | null }>(sql`
    with next as materialized (
      select id from event where id > ${after} order by id limit ${most}::int)
    select max(n.id) as last, min(n.id) filter (
        where not exists (select from event_seal s where s.event_id = n.id)
          and not exists (select from event_unsealed u where u.event_id = n.id)) as unqueued
    from next n`)
  return found && found.last !== null ? { last: found.last, unqueued: found.unqueued } : undefined
}

/** Who recorded the last event on any of these. */
export async function getLastActor(
  tx: Tx,
  queue: NewEvent['queue'],
  ids: readonly number[],
): Promise<string | undefined> {
  const [found] = await tx.query<{ by: string }>(sql`
    select e.by from unnest(${ids}::bigint[]) s (id), lateral (
      select id, actor_name as by from event where queue = ${queue} and subject_id = s.id
      order by id desc limit 1) e
    order by e.id desc limit 1`)
  return found?.by
}
