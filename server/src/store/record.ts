import { readEvidence } from '@screening-room/contract/evidence'
import { isCase, queueNames } from '@screening-room/contract/queues'
import {
  mostLookedAt,
  type RecordEntry,
  type RecordQueue,
  recordPage,
} from '@screening-room/contract/record'
import type { Db, Queries } from '../db/pool.ts'
import { allOf, type Sql, sql } from '../db/sql.ts'
import { itemTitle } from './item-story.ts'
import { type Moments, wireTime } from './paging.ts'
import { externalIdOf } from './platform-ids.ts'

/*
 * The record, newest first: by time, then by ID. One filter goes by its index. Of several, the first goes by its
 * index and the others are looked for in a limited number of its rows; the next answer goes on from there.
 */

export interface RecordFilters extends Moments {
  /** Below zero: a key of the platform. */
  person?: number | undefined
  /** One, or several with commas between them. */
  action?: string | undefined
  /** Without decisions that an undo took back. */
  standing?: 'yes' | undefined
  /** In hundredths. */
  watchedTo?: number | undefined
  timed?: 'waited' | 'inHand' | undefined
  reopenedFrom?: number | undefined
  desk?: string | undefined
  queue?: RecordQueue | undefined
  item?: number | undefined
  /** A report reason. */
  reason?: number | undefined
  /** Since Monday, midnight. */
  weekHour?: number | undefined
  words?: string | undefined
}

export interface RecordPage {
  rows: RecordEntry[]
  /** The ID to continue from; null at the end. */
  next: number | null
  /** Where the page is short although there is more. */
  lookedBackTo: string | null
}

/** An item has few events: all of them are looked at, in the index of its history. */
function ofItem({ item, queue }: RecordFilters): Sql | undefined {
  if (item === undefined) return undefined
  const names = queue ? [queue] : queueNames
  return sql`e.queue = any (${names}::text[]) and e.subject_id = ${item}`
}

/** The event before which somebody's decision was in force that somebody else opened again. */
const reopenedFrom = (person: number) => sql`e.actor_id <> ${person} and ${person} = (
  select p.actor_id from event p
   where p.queue = e.queue and p.subject_id = e.subject_id and p.id < e.id and work_number(p.action) <= 4
     and not exists (
       select from event u
        where u.queue = p.queue and u.subject_id = p.subject_id and u.id > p.id and u.id < e.id
          and undone_event(u.action, u.details) = p.id)
   order by p.id desc limit 1)`

interface Indexed {
  where: Sql
  /** The first column of its index, where it has one of its own. */
  column?: Sql
}

interface Conditions {
  /** In the order in which one of them is chosen to go by its index. */
  indexed: Indexed[]
  others: Sql[]
}

/**
 * As a list of one value, after which the rows are ordered as well: only this column's index has that order. With `=`
 * the planner may read all events newest first and look for the value in each, which is all of them where it is rare.
 */
const isOne = (column: Sql, value: string | number, type: Sql): Indexed => ({
  where: sql`${column} = any (array[${value}]::${type}[])`,
  column,
})

/** Each filter but that of the item. */
function conditionsOf(filters: RecordFilters): Conditions {
  const {
    person,
    action,
    queue,
    reason,
    words,
    standing,
    watchedTo,
    timed,
    reopenedFrom: from,
    desk,
    weekHour,
  } = filters
  // As the partial indexes say it.
  const worded = sql`(e.reason <> '' or e.reason_ids <> '{}')`
  const actions = action?.split(',') ?? []
  const only = actions.length === 1 ? actions[0] : undefined
  const indexed = [
    person !== undefined && isOne(sql`e.actor_id`, person, sql`bigint`),
    (reason !== undefined || !!words) && { where: worded },
    watchedTo !== undefined && { where: sql`e.watched is not null` },
    only !== undefined && isOne(sql`e.action`, only, sql`text`),
    from !== undefined && isOne(sql`e.action`, 'reopen', sql`text`),
    queue !== undefined && isOne(sql`e.queue`, queue, sql`text`),
  ]
  const others = [
    reason !== undefined && sql`${reason} = any (e.reason_ids)`,
    !!words && sql`strpos(lower(e.reason), lower(${words})) > 0`,
    watchedTo !== undefined && sql`e.watched <= ${watchedTo}`,
    timed === 'waited' && sql`e.waited is not null`,
    timed === 'inHand' && sql`e.in_hand is not null`,
    actions.length > 1 && sql`e.action = any (${actions}::text[])`,
    from !== undefined && reopenedFrom(from),
    weekHour !== undefined &&
      sql`date_part('isodow', e.at) * 24 - 24 + date_part('hour', e.at) = ${weekHour}::int`,
    desk !== undefined && sql`e.details ->> 'desk' = ${desk}`,
    standing !== undefined && sql`not was_undone(e)`,
  ]
  const given = <T extends object>(all: (T | false)[]) =>
    all.filter((one): one is T => one !== false)
  return { indexed: given(indexed), others: given(others) }
}

/** The place of an event in the list. Scalars, since only those are looked up in an index. */
const placeOf = (id: number) => sql`((select b.at from event b where b.id = ${id}), ${id}::bigint)`
const newestFirst = sql`order by e.at desc, e.id desc`

const rangeOf = ({ since, until }: Moments, before: number | undefined): Sql =>
  allOf([
    since !== undefined && sql`e.at >= ${since}::timestamptz`,
    until !== undefined && sql`e.at < ${until}::timestamptz`,
    before !== undefined && sql`(e.at, e.id) < ${placeOf(before)}`,
  ])

/** In figures, so that a plan for any value is made for so few rows as well. At least `mostLookedAt`. */
const upToMost = sql`limit 10000`

async function getLimit(
  db: Queries,
  first: Sql,
  order: Sql,
  most: number,
): Promise<{ id: number; at: string } | undefined> {
  // What is selected is computed for the rows that `offset` skips, too: the time is written for the one that is left.
  const [found] = await db.query<{ id: number; at: string }>(sql`
    select e.id, ${wireTime(sql`e.at`)} as at from (
      select e.id, e.at from event e where ${first} ${order} offset ${most - 1} limit 1) e`)
  return found
}

const caseQueues = queueNames.filter(isCase)

type Row = Omit<RecordEntry, 'receipt' | 'marks' | 'erased'> & { details: unknown; gone: boolean }

/** `found` selects from event, and has its order. */
function readEntries(db: Queries, found: Sql): Promise<Row[]> {
  // Reports that were decided together keep what was watched in the first event of the decision.
  return db.query<Row>(sql`
    select e.id, ${wireTime(sql`e.at`)} as at,
      json_build_object('id', e.actor_id, 'nickName', e.actor_name) as by, e.action, e.queue,
      e.subject_id as subject, ${externalIdOf(sql`e.queue`, sql`e.subject_id`)} as "externalId",
      ${itemTitle} as title, e.before, e.after, e.reason,
      to_json(e.reason_ids) as "reasonIds", e.erased_by is not null as gone,
      case when e.queue = any (${queueNames}::text[]) then (e.details ->> 'version')::int end as version,
      e.watched, case when jsonb_typeof(e.details -> 'desk') = 'string' then e.details ->> 'desk' end as desk,
      coalesce(f.details, e.details) as details,
      (select s.position from event_seal s where s.event_id = e.id) as position
    from (${found}) e left join lateral (
      select f.details from outbox own join outbox o on o.decision = own.decision
        join event f on f.id = o.event_id
      where e.queue = any (${caseQueues}::text[]) and own.event_id = e.id
      order by o.event_id limit 1) f on true
    ${newestFirst}`)
}

export async function findRecord(
  db: Queries,
  filters: RecordFilters,
  before?: number,
  { page = recordPage, lookAt = mostLookedAt } = {},
): Promise<RecordPage> {
  const range = rangeOf(filters, before)
  const item = ofItem(filters)
  const { indexed, others: unindexed } = conditionsOf(filters)
  const [by = { where: sql`true` }, ...second] = indexed
  const others = [...second.map(({ where }) => where), ...unindexed]
  const first = sql`${item ?? by.where} and ${range}`
  const order = item || !by.column ? newestFirst : sql`order by ${by.column}, e.at desc, e.id desc`
  const capped = item === undefined && others.length > 0
  const limit = capped ? await getLimit(db, first, order, lookAt) : undefined
  const looked = limit ? sql`${first} and (e.at, e.id) >= ${placeOf(limit.id)}` : first
  const rest = allOf(item ? [by.where, ...others] : others)
  // Looked for in rows that were chosen before: the index of another filter could have far more of them.
  const chosen = (most: Sql) => sql`(select * from event e where ${looked} ${order} ${most}) e`
  const from = item
    ? sql`${chosen(sql`offset 0`)} where ${rest}`
    : capped
      ? sql`${chosen(upToMost)} where ${rest}`
      : sql`event e where ${first}`
  const rows = await readEntries(db, sql`select e.* from ${from} ${order} limit ${page + 1}::int`)

  const isFull = rows.length > page
  const shown = rows.slice(0, page).map(({ details, gone, ...entry }) => {
    const { receipt = null, marks = null } = readEvidence(details) ?? {}
    return { ...entry, ...(gone && { erased: gone }), receipt, marks }
  })
  return {
    rows: shown,
    next: isFull ? (shown.at(-1)?.id ?? null) : (limit?.id ?? null),
    lookedBackTo: isFull ? null : (limit?.at ?? null),
  }
}

export interface Person {
  id: number
  nickName: string
}

/** Those who have an account, or had one; then the platform's keys, as the record knows them. */
export function findActors(db: Db): Promise<Person[]> {
  return db.query<Person>(sql`
    (select id, nick_name as "nickName" from admin_user order by nick_name, id limit 1000)
    union all (select -id, name from platform_key order by name, id limit 200)`)
}

/** An event as it was sealed: what the chain reads of it, and the texts of which that has a salted hash. */
export interface SealedText {
  id: number
  position: number | null
  /** The hash before it. */
  previous: string | null
  text: string
  salt: string | null
  texts: string | null
  /** Its texts were erased, and were part of what was sealed: nobody can compute its seal again. */
  unprovable: boolean
}

/** Of one item, oldest first; the latest where there are too many. */
export function findSealedTexts(
  db: Queries,
  queue: string,
  id: number,
  most: number,
): Promise<SealedText[]> {
  return db.query<SealedText>(sql`
    select e.id, s.position, case when s.position = 1 then '' else encode(p.hash, 'hex') end as previous,
      event_text(e) as text, encode(e.salt, 'hex') as salt,
      case when e.salt is not null then jsonb_build_array(e.reason, e.details)::text end as texts,
      e.erased_by is not null and e.text_hash is null as unprovable
    from (select h.id from event h where h.queue = ${queue} and h.subject_id = ${id}
      order by h.id desc limit ${most}::int) h
    join event e on e.id = h.id
    left join event_seal s on s.event_id = e.id left join event_seal p on p.position = s.position - 1
    order by e.id`)
}
