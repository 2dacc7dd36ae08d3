import { type Queue, queueNames } from '@screening-room/contract/queues'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { wireTime } from './paging.ts'

/* What open screens are told: sealed events and leases. */

export interface SealedEvent {
  /** In the record: without gaps, in the order of commits. */
  position: number
  queue: string
  id: number
  action: string
  status: number | null
  by: { id: number; nickName: string }
}

export function findSealedEvents(db: Db, after: number, most: number): Promise<SealedEvent[]> {
  return db.query<SealedEvent>(sql`
    select s.position, e.queue, e.subject_id as id, e.action, e.after as status,
      json_build_object('id', e.actor_id, 'nickName', e.actor_name) as by
    from event_seal s join event e on e.id = s.event_id
    where s.position > ${after} order by s.position limit ${most}`)
}

export const isReview = (queue: string): queue is Queue =>
  (queueNames as readonly string[]).includes(queue)

/** The last position in the record, and the last one a few seconds ago (at most 300 events back). */
export interface RecordEnd {
  newest: number
  recent: number
}

export async function getRecordEnd(db: Db, seconds: number): Promise<RecordEnd> {
  const [found] = await db.query<RecordEnd>(sql`
    select coalesce(max(position), 0)::bigint as newest,
      coalesce(min(position) filter (where sealed_at > now() - make_interval(secs => ${seconds})) - 1,
        max(position), 0)::bigint as recent
    from (select position, sealed_at from event_seal order by position desc limit 300) last`)
  return found ?? { newest: 0, recent: 0 }
}

export interface Held {
  queue: Queue
  id: number
  by: { id: number; nickName: string }
  since: string
}

/** Every item that somebody holds: a few for each reviewer at work. */
export function findHeld(db: Db): Promise<Held[]> {
  return db.query<Held>(sql`
    select queue, subject_id as id, json_build_object('id', holder_id, 'nickName', holder_name) as by,
      ${wireTime(sql`claimed_at`)} as since
    from waiting where queue = any (${queueNames}::text[]) and until > now()`)
}
