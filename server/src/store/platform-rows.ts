import type { Queries, Tx } from '../db/pool.ts'
import { Sql, sql } from '../db/sql.ts'
import { hasVersions } from './events.ts'

/*
 * What the platform writes, a whole call in a few statements. Only content: statuses and leases are in none
 * of these columns. Counters, search and what waits follow by triggers.
 */

const created = { create_time: 'timestamptz' }
const facts = { attributes: 'jsonb', signals: 'jsonb', priority: 'smallint' }

/** The columns of each table that the platform writes. */
const content = {
  member: { nick_name: 'text', phone: 'text' },
  certified_role: { name: 'text', name_en: 'text' },
  report_reason: { message: 'text', message_en: 'text' },
  category: { name: 'text', name_en: 'text', comparable: 'text' },
  tag: { category_id: 'bigint', name: 'text', name_en: 'text', comparable: 'text' },
  certification: {
    member_id: 'bigint',
    nick_name: 'text',
    phone: 'text',
    role_id: 'bigint',
    introduce: 'text',
    pictures: 'text',
    ...facts,
    ...created,
  },
  project: {
    owner_id: 'bigint',
    title: 'text',
    introduction: 'text',
    cover: 'text',
    role_ids: 'bigint[]',
    promo_video_id: 'bigint',
    ...facts,
    ...created,
  },
  video: {
    type: 'smallint',
    project_id: 'bigint',
    uploader_id: 'bigint',
    title: 'text',
    introduction: 'text',
    banner: 'text',
    image: 'text',
    media: 'text',
    duration: 'int',
    visibility: 'smallint',
    language: 'text',
    ...facts,
    ...created,
  },
  report: {
    video_id: 'bigint',
    video_type: 'smallint',
    reason_id: 'bigint',
    reporter_id: 'bigint',
    ...created,
  },
}
export type PlatformTable = keyof typeof content
/** Every column but `create_time`, which stays as it is where none is given. */
export type Content<T extends PlatformTable> = Record<keyof (typeof content)[T], unknown>
export type ContentRow = { id: number } & Record<string, unknown>

/** Names of our own as text of a statement, and not as values of it. */
const asText = (text: string) => new Sql([text], [])

function textsOf(table: string, columns: Record<string, string>) {
  const names = Object.keys(columns)
  const each = (write: (name: string) => string) => asText(names.map(write).join(', '))
  const timed = 'create_time' in columns
  const given = (name: string, usual: string) =>
    name === 'create_time' ? `coalesce(g.create_time, ${usual})` : `g.${name}`
  return {
    table: asText(table),
    columns: each((name) => name),
    record: each((name) => `${name} ${columns[name]}`),
    here: each((name) => `x.${name}`),
    added: each((name) => given(name, 'now()')),
    changed: each((name) => given(name, 'x.create_time')),
    touched: asText(timed ? ', update_time = now()' : ''),
  }
}

const texts = Object.fromEntries(
  Object.entries(content).map(([table, columns]) => [table, textsOf(table, columns)]),
) as Record<PlatformTable, ReturnType<typeof textsOf>>

const recordset = (rows: readonly ContentRow[], record: Sql) =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as g (id bigint, ${record})`

const idsOf = (rows: readonly ContentRow[]) => rows.map(({ id }) => id)

/** What can be erased; a row that was stays as it is. */
const isErasable = (table: PlatformTable) => table === 'member' || hasVersions(table)
const erased = sql`, x.erased_at is not null as erased`

/** What is here of these, as it is; in the order in which everybody locks many of them. */
export function lockContent(
  tx: Tx,
  table: PlatformTable,
  ids: readonly number[],
): Promise<ContentRow[]> {
  const { table: name, here } = texts[table]
  return tx.query<ContentRow>(sql`
    select x.id, ${here}${isErasable(table) ? erased : sql``} from ${name} x where x.id = any (${ids}::bigint[])
    order by x.id for no key update`)
}

/** Of rows that are locked: returns those that are not the same any more. */
export async function setContent(
  tx: Tx,
  table: PlatformTable,
  rows: readonly ContentRow[],
): Promise<number[]> {
  const { table: name, record, columns, here, changed, touched } = texts[table]
  const found = await tx.query<{ id: number }>(sql`
    update ${name} x set (${columns}) = row (${changed})${touched}
    from ${recordset(rows, record)}
    where x.id = any (${idsOf(rows)}::bigint[]) and x.id = g.id
      and row (${here}) is distinct from row (${changed})
    returning x.id`)
  return found.map(({ id }) => id)
}

/** New to us, so they wait to be reviewed. Returns those that were added: a row may have come by SQL meanwhile. */
export async function insertContent(
  tx: Tx,
  table: PlatformTable,
  rows: readonly ContentRow[],
): Promise<number[]> {
  const { table: name, record, columns, added } = texts[table]
  const found = await tx.query<{ id: number }>(sql`
    insert into ${name} (id, ${columns}) select g.id, ${added} from ${recordset(rows, record)}
    order by g.id on conflict (id) do nothing returning id`)
  return found.map(({ id }) => id)
}

/** The videos of reports, here or not: locked before their reports, as a decision on them does. */
export async function lockReported(
  tx: Tx,
  ids: readonly number[],
): Promise<{ id: number; type: number }[]> {
  await tx.query(sql`select lock_reported_videos(${ids}::bigint[])`)
  return tx.query(sql`select id, type from video where id = any (${ids}::bigint[])`)
}

/** Whether anything is here that somebody may be reviewing. */
export async function getHasItems(db: Queries): Promise<boolean> {
  const [found] = await db.query<{ has: boolean }>(sql`
    select coalesce(
      (select id from video order by id limit 1), (select id from certification order by id limit 1),
      (select id from project order by id limit 1), (select id from report order by id limit 1)
    ) is not null has`)
  return found?.has ?? false
}

/**
 * For many rows in one transaction: by indexes, whatever is known of the tables. Connections keep their plans,
 * and one that was made while a table was empty would read all of it for every chunk of a file.
 */
export async function expectGrowth(tx: Tx): Promise<void> {
  await tx.query(sql`
    select set_config(name, 'off', true)
    from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_material']) name`)
}
