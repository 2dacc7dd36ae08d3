import type { Decision, HistoryEntry } from '@screening-room/contract/history'
import type { Language } from '@screening-room/contract/refusals'
import type { Action, Note, Queue } from '@screening-room/contract/review'
import type { Db, Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { secondsSince } from './clock.ts'
import { wireTime } from './paging.ts'

/** Whoever acts, as the record keeps him. */
export interface Actor {
  id: number
  nickName: string
  requestId: string
  /** How long what he decides can be taken back, and is told to nobody. */
  graceSeconds?: number
}

interface NewEvent {
  action:
    | Action
    | Note
    | 'addCategory'
    | 'addTag'
    | 'addReason'
    | 'changeReason'
    | `account.${string}`
  queue: Queue | 'category' | 'tag' | 'reason' | 'account'
  before?: number
  after?: number | undefined
  reason?: string | undefined
  reasonIds?: readonly number[] | undefined
  details?: Record<string, unknown> | undefined
}

/** One event for each subject; answers their ids. Takes a Tx: outside the decision's transaction it does not compile. */
export async function appendEvents(
  tx: Tx,
  by: Actor,
  subjects: readonly number[],
  { action, queue, before, after, reason, reasonIds, details }: NewEvent,
): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`
    insert into event (actor_id, actor_name, action, queue, subject_id, before, after,
      reason, reason_ids, details, request_id)
    select ${by.id}, ${by.nickName}, ${action}, ${queue}, subject, ${before ?? null}, ${after ?? null},
      ${reason ?? ''}, ${reasonIds ?? []}::bigint[], ${JSON.stringify(details ?? {})}::jsonb, ${by.requestId}
    from unnest(${subjects}::bigint[]) as subject returning id`)
  return rows.map((row) => row.id)
}

export type PastDecision = Decision & {
  actorId: number
  secondsAgo: number
  /** Where it was made on a held item: the lease, and the name under which it can be taken back. */
  lease: string | null
  decision: string | null
  reasonWords: Record<Language, string>[]
}

/** Of an event `e`: it set a status, and is neither an undo nor what one took back. */
export const stands = sql`e.after is not null and e.action <> 'undo'
  and not exists (select from outbox t where t.event_id = e.id and t.state = 'taken_back')`

/** The last event that set this item's status and stands. */
export async function getLastDecision(
  tx: Tx,
  queue: Queue,
  id: number,
): Promise<PastDecision | undefined> {
  const [found] = await tx.query<PastDecision>(sql`
    select e.after as status, e.action, e.actor_name as by, e.actor_id as "actorId", e.reason,
      to_json(e.reason_ids) as "reasonIds",
      ${secondsSince(sql`e.at`)} as "secondsAgo",
      e.details ->> 'lease' as lease, e.details ->> 'decision' as decision,
      (select coalesce(json_agg(json_build_object('zh-CN', r.message, 'en', coalesce(r.message_en, r.message))
          order by r.id), '[]')
        from report_reason r where r.id = any (e.reason_ids)) as "reasonWords",
      ${wireTime(sql`e.at`)} as at
    from event e where e.queue = ${queue} and e.subject_id = ${id} and ${stands}
    order by e.id desc limit 1`)
  return found
}

const historyShown = 100

export async function findHistory(db: Db, queue: Queue, id: number): Promise<HistoryEntry[]> {
  const rows = await db.query<HistoryEntry>(sql`
    select e.id, ${wireTime(sql`e.at`)} as at,
      json_build_object('id', e.actor_id, 'nickName', e.actor_name) as by, e.action, e.before, e.after,
      e.reason, to_json(e.reason_ids) as "reasonIds",
      coalesce(f.details, e.details) -> 'receipt' as receipt,
      coalesce(f.details, e.details) -> 'marks' as marks
    from event e
    -- Reports that were decided together keep what was looked at in the first event of them all.
    left join lateral (
      select f.details from outbox o join event f on f.id = o.event_id
      where e.queue = 'report' and e.action <> 'undo' and o.decision = (e.details ->> 'decision')::uuid
      order by o.event_id limit 1) f on true
    where e.queue = ${queue} and e.subject_id = ${id}
    order by e.id desc limit ${historyShown}`)
  return rows
}

export interface SealedEvent {
  position: number
  eventId: number
  hash: Buffer
  /** Null where the sealed event is gone. */
  text: string | null
}

export function findSealed(db: Db, after: number, most: number): Promise<SealedEvent[]> {
  return db.query<SealedEvent>(sql`
    select s.position, s.event_id as "eventId", s.hash,
      case when e.id is not null then event_text(e) end as text
    from event_seal s left join event e on e.id = s.event_id
    where s.position > ${after} order by s.position limit ${most}`)
}

/** An event that is neither sealed nor waiting to be. */
export async function getUnqueuedEvent(db: Db): Promise<number | undefined> {
  const [found] = await db.query<{ id: number }>(sql`
    select e.id from event e
    where not exists (select from event_seal s where s.event_id = e.id)
      and not exists (select from event_unsealed u where u.event_id = e.id)
    order by e.id limit 1`)
  return found?.id
}
