import type { ItemQueue } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import type { Db, Queries, Tx } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'
import { type Actor, appendEventWithId } from './events.ts'
import type { Named } from './platform-ids.ts'
import { tableOf } from './queue-sql.ts'

/* A member's personal data: where it is, and how it goes. What is sealed keeps its seal (migration 28). */

export interface Erasure {
  memberId: number
  actor: Actor
  finished: boolean
}

const asErasure = sql`member_id as "memberId", finished_at is not null as finished,
  json_build_object('id', actor_id, 'nickName', actor_name, 'requestId', request_id) as actor`

/** Returns whether this is the first request for the member. */
export async function insertErasure(tx: Tx, by: Actor, memberId: number): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into erasure (member_id, actor_id, actor_name, request_id)
    values (${memberId}, ${by.id}, ${by.nickName}, ${by.requestId}) on conflict do nothing returning 1`)
  return rows.length === 1
}

/** Of a finished one: it is done once more, for what came by SQL since. */
export async function reopenErasure(tx: Tx, memberId: number): Promise<void> {
  await tx.query(sql`
    update erasure set finished_at = null, known_from = null where member_id = ${memberId}`)
}

export function findOpenErasures(db: Db): Promise<Erasure[]> {
  return db.query<Erasure>(
    sql`select ${asErasure} from erasure where finished_at is null order by member_id limit 20`,
  )
}

/** After the request has committed: a transaction that begins from now on knows of it. */
export async function setKnown(db: Db, memberId: number): Promise<void> {
  await db.query(sql`
    update erasure set known_from = pg_snapshot_xmax(pg_current_snapshot())
    where member_id = ${memberId} and known_from is null`)
}

/** Whether every transaction that may not have known of it has ended. */
export async function getSettled(db: Db, memberId: number): Promise<boolean> {
  const [found] = await db.query<{ settled: boolean }>(sql`
    select pg_snapshot_xmin(pg_current_snapshot()) >= known_from as settled
    from erasure where member_id = ${memberId}`)
  return found?.settled ?? false
}

export async function setFinished(db: Db, memberId: number): Promise<void> {
  await db.query(sql`update erasure set finished_at = now() where member_id = ${memberId}`)
}

export async function eraseMemberRow(tx: Tx, memberId: number): Promise<void> {
  await tx.query(sql`
    update member set nick_name = '', phone = null, erased_at = now()
    where id = ${memberId} and (erased_at is null or nick_name <> '' or phone is not null)`)
}

/** The platform's names of these: only their keyed hashes stay. Locked in the order of every call. */
async function eraseNamesOf(tx: Tx, kind: string, ids: Sql): Promise<void> {
  await tx.query(sql`
    with named as materialized (
      select kind, external_id, id from platform_id p
      where p.kind = ${kind} and p.id = any (array(${ids})) order by external_id for update),
    kept as (
      insert into erased_name (kind, hash, id)
      select kind, name_hash(kind, external_id), id from named
      on conflict (kind, hash) do update set id = excluded.id)
    delete from platform_id p using named n where p.kind = n.kind and p.id = n.id`)
}

export const eraseName = (tx: Tx, kind: string, id: number) =>
  eraseNamesOf(tx, kind, sql`select ${id}::bigint`)

export const eraseNamesOfReports = (tx: Tx, reporterId: number) =>
  eraseNamesOf(tx, 'report', sql`select id from report where reporter_id = ${reporterId}`)

/** Whether any names were. In two statements: what is erased after the first one waits for this call. */
export async function getAnyNameErased(tx: Tx): Promise<boolean> {
  await tx.query(sql`select pg_current_xact_id()`)
  const [found] = await tx.query<{ any: boolean }>(
    sql`select exists (select from erased_name) as any`,
  )
  return found?.any ?? false
}

/** Which of these names were erased. */
export function findErasedNames(tx: Tx, things: readonly Named[]): Promise<Named[]> {
  return tx.query<Named>(sql`
    select w.kind, w.name
    from unnest(${things.map(({ kind }) => kind)}::text[], ${things.map(({ name }) => name)}::text[]) w (kind, name)
    where exists (select from erased_name n where n.kind = w.kind and n.hash = name_hash(w.kind, w.name))`)
}

/** The member that has this name, or had it. */
export async function findMember(db: Queries, name: string): Promise<number | undefined> {
  const [found] = await db.query<{ id: number }>(sql`
    select id from platform_id where kind = 'member' and external_id = ${name}
    union all select id from erased_name where kind = 'member' and hash = name_hash('member', ${name}) limit 1`)
  return found?.id
}

/** Whether anything here is this member's, a name that has not arrived included. */
export async function getMemberKnown(db: Queries, id: number): Promise<boolean> {
  const [found] = await db.query<{ known: boolean }>(sql`
    select exists (select from member where id = ${id})
      or exists (select from platform_id where kind = 'member' and id = ${id})
      or exists (select from erasure where member_id = ${id})
      or exists (select from certification where member_id = ${id})
      or exists (select from project where owner_id = ${id})
      or exists (select from video where uploader_id = ${id})
      or exists (select from report where reporter_id = ${id}) as known`)
  return found?.known ?? false
}

const ownerOf: Record<ItemQueue, Sql> = {
  certification: sql`member_id`,
  project: sql`owner_id`,
  video: sql`uploader_id`,
}

export async function findItemsToErase(
  db: Db,
  queue: ItemQueue,
  memberId: number,
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select id from ${tableOf[queue]} where ${ownerOf[queue]} = ${memberId} and erased_at is null
    limit 100`)
  return rows.map(({ id }) => id)
}

/** What of each item is personal, as it is when it is gone. */
const blanks: Record<ItemQueue, Sql> = {
  certification: sql`nick_name = '', phone = '', introduce = null, pictures = null`,
  project: sql`title = '', introduction = null, cover = null`,
  video: sql`title = null, introduction = null, banner = null, image = null, media = null`,
}
const blankTitle: Record<ItemQueue, Sql> = {
  certification: sql`''`,
  project: sql`''`,
  video: sql`null`,
}

export interface NamedFiles {
  media: string[]
  pictures: string[]
}

/** The files that an item names, in any of its versions. */
export async function findFilesOf(tx: Tx, queue: ItemQueue, id: number): Promise<NamedFiles> {
  const rows = await tx.query<{ media: string | null; pictures: (string | null)[] | null }>(sql`
    select media, to_json(pictures) as pictures from latest_version where queue = ${queue} and subject_id = ${id}
    union all select media, to_json(pictures) from item_version where queue = ${queue} and subject_id = ${id}`)
  const texts = (all: (string | null)[]) => all.filter((one): one is string => Boolean(one))
  return {
    media: texts(rows.map(({ media }) => media)),
    pictures: texts(rows.flatMap(({ pictures }) => pictures ?? [])),
  }
}

/**
 * The row of an item that is locked, and all its versions. A trigger keeps what the row said as one more of
 * them, so they go after it. Returns whether the row was not erased before.
 */
export async function eraseRow(tx: Tx, queue: ItemQueue, id: number): Promise<boolean> {
  const rows = await tx.query(sql`
    update ${tableOf[queue]} set ${blanks[queue]}, attributes = null, signals = null, erased_at = now()
    where id = ${id} and erased_at is null returning 1`)
  await tx.query(sql`
    update item_version set title = ${blankTitle[queue]}, introduction = null, media = null,
      pictures = case when pictures is not null then array_fill(null::text, array[cardinality(pictures)]) end
    where queue = ${queue} and subject_id = ${id}`)
  return rows.length === 1
}

/** The events of an item, or the notes about a member; of a video also those of the reports on it. */
const eventsOf = (queue: ItemQueue | 'member', id: number) =>
  sql`(select e.* from event e where e.queue = ${queue} and e.subject_id = ${id}
    ${
      queue === 'video'
        ? sql`union all select e.* from report r, lateral (
            select * from event e where e.queue = 'report' and e.subject_id = r.id) e where r.video_id = ${id}`
        : sql``
    })`

/** What receivers have answered to messages about an item: it may repeat what they were sent. */
export async function eraseAnswers(tx: Tx, queue: ItemQueue, id: number): Promise<void> {
  await tx.query(sql`
    update outbox set last_error = '' where last_error <> '' and event_id = any (array(
      select e.id from ${eventsOf(queue, id)} e))`)
  await tx.query(sql`
    update delivery set error = '', answer = '' where (error <> '' or answer <> '') and event_id = any (array(
      select e.id from ${eventsOf(queue, id)} e))`)
  // Answers that are kept for repeated requests: such a request is done anew, which is safe.
  await tx.query(sql`
    delete from action_request where call in ('focus.undo', 'focus.unskip', 'certifications.phone')
      and (call = 'certifications.phone' and ${queue === 'certification'} or answer @> ${JSON.stringify({ data: { item: { id } } })}::jsonb)`)
}

/** In one erase event: they are listed in it. */
const mostTexts = 500

/** The next events of an item that still have texts, as an erase event notes them; undefined where none has. */
export async function findTexts(
  tx: Tx,
  queue: ItemQueue | 'member',
  id: number,
): Promise<Record<string, unknown> | undefined> {
  const [found] = await tx.query<{ notes: Record<string, unknown> | null }>(sql`
    select jsonb_object_agg(t.id, erasure_note(t::event)) as notes from (
      select * from ${eventsOf(queue, id)} e
      where e.erased_by is null and (e.reason <> '' or e.details <> lasting_details(e.queue, e.details))
      order by e.id limit ${mostTexts}::int) t`)
  return found?.notes ?? undefined
}

/** One erase event, and the texts that it lists are gone. */
export async function appendErasure(
  tx: Tx,
  by: Actor,
  queue: ItemQueue | 'member',
  id: number,
  erased: Record<string, unknown>,
): Promise<void> {
  const event = await appendEventWithId(tx, by, id, {
    action: 'erase',
    queue,
    details: { erased },
  })
  const [gone] = await tx.query<{ n: number }>(sql`select erase_texts(${event}) as n`)
  // Never listed as gone what is still there.
  if (gone?.n !== Object.keys(erased).length) throw new Error('texts were not erased')
}

/** What PostgreSQL's planner has noted of the columns. */
export const sampled = [
  'member',
  'certification',
  'project',
  'video',
  'item_version',
  'searchable',
  'platform_id',
  'event',
  'outbox',
  'delivery',
  'action_request',
  'erased_file',
]
export async function forgetSamples(db: Db, table: string): Promise<void> {
  await db.query(sql`select forget_samples(${table})`)
}

/** Files of tables and indexes without what is gone. It waits for each table, and nobody else reads it meanwhile. */
export async function rewriteTables(owner: Db): Promise<void> {
  await owner.query(sql`vacuum full`)
}

/** Of the server before migration 28, whose answers to the platform held names; they are gone after two days. */
export async function dropOldAnswers(db: Db): Promise<void> {
  await db.query(sql`
    delete from action_request where user_id < 0 and created_at < (
      select applied_at + interval '1 hour' from migration where name = '0028_erasure.sql')`)
}

export async function insertFiles(tx: Tx, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  await tx.query(sql`
    insert into erased_file (path) select distinct unnest(${paths}::text[]) on conflict do nothing`)
}

export function findFiles(db: Db): Promise<{ path: string }[]> {
  return db.query<{ path: string }>(sql`select path from erased_file order by path limit 500`)
}

/** Of these names, those that another item still has: their files stay. It reads every item. */
export async function findNamesInUse(db: Db, { media, pictures }: NamedFiles): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select media as name from video where media = any (${media}::text[])
    union select media from item_version where media = any (${media}::text[])
    union select name from unnest(${pictures}::text[]) name where
      exists (select from video where banner = name or image = name)
      or exists (select from project where cover = name)
      or exists (select from certification where strpos(pictures, to_json(name)::text) > 0 or pictures = name)
      or exists (select from item_version where name = any (pictures)
        or strpos(pictures[1], to_json(name)::text) > 0)`)
  return rows.map(({ name }) => name)
}

export async function dropFiles(db: Db, paths: readonly string[]): Promise<void> {
  await db.query(sql`delete from erased_file where path = any (${paths}::text[])`)
}

export interface AgedItem {
  queue: ItemQueue
  id: number
}

/** Items of the next events that are this old, and up to which event. */
export async function findAged(
  db: Db,
  days: number,
  most: number,
): Promise<{ items: AgedItem[]; upTo: number } | undefined> {
  const [found] = await db.query<{ items: AgedItem[] | null; upTo: number | null }>(sql`
    with next as materialized (
      select e.id, e.queue, e.subject_id, e.at < now() - make_interval(days => ${days}) as aged
      from event e where e.id > (select event_id from retention) order by e.id limit ${most}::int),
    aged as (select * from next where id < coalesce((select min(id) from next where not aged), 9223372036854775807)),
    items as (
      select queue, subject_id as id from aged where queue in ('certification', 'project', 'video')
      union select 'video', r.video_id from aged a join report r on a.queue = 'report' and r.id = a.subject_id)
    select (select max(id) from aged) as "upTo", (select json_agg(i order by i.queue, i.id) from items i) as items`)
  return found?.upTo ? { items: found.items ?? [], upTo: found.upTo } : undefined
}

export async function setRetained(db: Db, upTo: number): Promise<void> {
  await db.query(sql`update retention set event_id = greatest(event_id, ${upTo})`)
}

/** Of an item that is locked: nothing is left to decide, and nothing happened to it for so long. */
export async function getAged(tx: Tx, { queue, id }: AgedItem, days: number): Promise<boolean> {
  const [found] = await tx.query<{ aged: boolean }>(sql`
    select x.status <> ${status.pending} and not exists (
        select from ${eventsOf(queue, id)} e where e.at >= now() - make_interval(days => ${days}))
      ${queue === 'video' ? sql`and not exists (select from report r where r.video_id = x.id and r.status = ${status.pending})` : sql``} as aged
    from ${tableOf[queue]} x where x.id = ${id}`)
  return found?.aged ?? false
}
