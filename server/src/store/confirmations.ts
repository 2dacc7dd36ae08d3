import type { Confirmation, WaitingFields } from '@screening-room/contract/confirmation-alerts'
import type { Db, Tx } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'
import { itemTitle } from './item-story.ts'
import { wireTime } from './paging.ts'

/* What waits for a second person. */

export interface NewConfirmation {
  call: string
  fields: WaitingFields
  queue: string
  subject: number
  reason: string
  askedBy: number
  hours: number
}

const isOpen = sql`c.state = 'open' and now() < c.expires_at`

/** Undefined where the same is asked for already; who did so is told by `getSameAsked`. */
export async function insertConfirmation(
  tx: Tx,
  { call, fields, queue, subject, reason, askedBy, hours }: NewConfirmation,
): Promise<{ id: number; expiresAt: string } | undefined> {
  const written = sql`${JSON.stringify(fields)}::jsonb`
  // What nobody answered in time makes room.
  await tx.query(sql`
    update confirmation c set state = 'replaced'
    where c.call = ${call} and c.subject_queue = ${queue} and c.subject_id = ${subject}
      and md5(c.fields::text) = md5(${written}::text) and c.state = 'open' and now() >= c.expires_at`)
  const [added] = await tx.query<{ id: number; expiresAt: string }>(sql`
    insert into confirmation (call, fields, subject_queue, subject_id, reason, asked_by, expires_at)
    values (${call}, ${written}, ${queue}, ${subject}, ${reason}, ${askedBy},
      now() + make_interval(hours => ${hours}))
    on conflict do nothing returning id, ${wireTime(sql`expires_at`)} as "expiresAt"`)
  return added
}

export async function getSameAsked(
  tx: Tx,
  { call, fields, queue, subject }: NewConfirmation,
): Promise<string | undefined> {
  const [found] = await tx.query<{ by: string }>(sql`
    select u.nick_name as by from confirmation c join admin_user u on u.id = c.asked_by
    where c.call = ${call} and c.subject_queue = ${queue} and c.subject_id = ${subject}
      and md5(c.fields::text) = md5((${JSON.stringify(fields)}::jsonb)::text) and c.state = 'open'`)
  return found?.by
}

export interface LockedConfirmation {
  id: number
  call: string
  fields: WaitingFields
  queue: string
  subject: number
  askedBy: number
  open: boolean
  /** Of who asked for it, as it is now. */
  asker: { active: boolean; role: string; permissions: string[] }
}

/** Two who answer it at once wait for each other. */
export async function lockConfirmation(
  tx: Tx,
  id: number,
): Promise<LockedConfirmation | undefined> {
  const [found] = await tx.query<LockedConfirmation>(sql`
    select c.id, c.call, c.fields, c.subject_queue as queue, c.subject_id as subject,
      c.asked_by as "askedBy", ${isOpen} as open,
      json_build_object('active', u.status = 'active', 'role', u.role, 'permissions', r.permissions) as asker
    from confirmation c join admin_user u on u.id = c.asked_by join team_role r on r.key = u.role
    where c.id = ${id} for update of c`)
  return found
}

/** Its reason stays in the record, with the event; here nobody needs it any more. */
export async function setConfirmation(
  tx: Tx,
  id: number,
  state: 'confirmed' | 'refused' | 'withdrawn',
  by: number,
): Promise<void> {
  await tx.query(sql`
    update confirmation set state = ${state}, decided_by = ${by}, decided_at = now(), reason = '', fields = '{}'
    where id = ${id}`)
}

/** Those of these calls, and one's own. */
const concerns = (calls: readonly string[], userId: number): Sql =>
  sql`${isOpen} and (c.call = any (${calls}::text[]) or c.asked_by = ${userId})`

export const mostShown = 200

/** Oldest first. */
export function findConfirmations(
  db: Db,
  calls: readonly string[],
  userId: number,
): Promise<Confirmation[]> {
  return db.query<Confirmation>(sql`
    select c.id, c.call, c.subject_queue as queue, c.subject_id as subject, c.reason,
      (select coalesce(jsonb_object_agg(key,
        case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end), '{}')
        from jsonb_each(c.fields)) as fields,
      case c.subject_queue
        when 'member' then (select m.nick_name from member m where m.id = c.subject_id)
        when 'account' then (select a.nick_name from admin_user a where a.id = c.subject_id)
        when 'role' then (select r.name from team_role r where r.id = c.subject_id)
        else (select ${itemTitle} from (select c.subject_queue as queue, c.subject_id) e) end as title,
      json_build_object('id', u.id, 'nickName', u.nick_name) as "askedBy",
      ${wireTime(sql`c.asked_at`)} as "askedAt", ${wireTime(sql`c.expires_at`)} as "expiresAt"
    from confirmation c join admin_user u on u.id = c.asked_by
    where ${concerns(calls, userId)} order by c.id limit ${mostShown}::int`)
}

export async function countConfirmations(
  db: Db,
  calls: readonly string[],
  userId: number,
): Promise<{ forMe: number; mine: number }> {
  const [found] = await db.query<{ forMe: number; mine: number }>(sql`
    select count(*) filter (where c.asked_by <> ${userId})::int as "forMe",
      count(*) filter (where c.asked_by = ${userId})::int as mine
    from confirmation c where ${concerns(calls, userId)}`)
  return found ?? { forMe: 0, mine: 0 }
}

/** How many the list has, and since when the first of them waits. */
export async function getConfirmationsStanding(
  db: Db,
  calls: readonly string[],
  userId: number,
): Promise<{ count: number; oldest: string | null }> {
  const [found] = await db.query<{ count: number; oldest: string | null }>(sql`
    select count(*)::int as count, ${wireTime(sql`min(c.asked_at)`)} as oldest
    from confirmation c where ${concerns(calls, userId)}`)
  return found ?? { count: 0, oldest: null }
}

/** Of an erased member, what somebody wrote about them goes as well. */
export async function forgetConfirmationsOf(tx: Tx, queue: string, id: number): Promise<void> {
  await tx.query(sql`
    update confirmation set state = case when state = 'open' then 'replaced' else state end, reason = ''
    where subject_queue = ${queue} and subject_id = ${id}`)
}
