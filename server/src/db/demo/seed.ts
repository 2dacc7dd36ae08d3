import { comparableName } from '@screening-room/contract/categories'
import type { Db, Tx } from '../pool.ts'
import { type Sql, sql } from '../sql.ts'
import { demoAccounts } from './accounts.ts'
import { categories } from './categories.ts'
import { makeCertifications, makeProjects, makeVideos, members } from './items.ts'
import { reviewers } from './people.ts'
import { policies } from './policies.ts'
import { createRandom } from './random.ts'
import { reportReasons } from './reasons.ts'
import { makeReports } from './reported.ts'
import { roles } from './roles.ts'
import { createStory, type Story } from './story.ts'

/* The same platform every time: one seed, its times counted back from now. */

const seed = 20_260_101

/** Rows whose keys are the table's columns. */
async function insert(tx: Tx, table: Sql, columns: Sql, rows: readonly object[]): Promise<void> {
  await tx.query(sql`
    insert into ${table} (${columns}) select ${columns}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)`)
}

const numbered = {
  admin_user: sql`admin_user`,
  member: sql`member`,
  certified_role: sql`certified_role`,
  certification: sql`certification`,
  category: sql`category`,
  tag: sql`tag`,
  project: sql`project`,
  video: sql`video`,
  report_reason: sql`report_reason`,
  report: sql`report`,
}

/** Ids were given by hand: the sequences go on after them. */
async function moveSequences(tx: Tx): Promise<void> {
  for (const [name, table] of Object.entries(numbered))
    await tx.query(
      sql`select setval(pg_get_serial_sequence(${name}, 'id'), (select max(id) from ${table}))`,
    )
}

interface Hashes {
  known: string
  unusable: string
}

async function insertAccounts(tx: Tx, createdAt: string, hashes: Hashes): Promise<void> {
  const accounts = reviewers.map(({ nickName, avatar }, place) => ({
    id: place + 1,
    phone: demoAccounts[place]?.phone ?? `1380000000${place + 1}`,
    nick_name: nickName,
    avatar,
    role: demoAccounts[place]?.role ?? 'reviewer',
    password_hash: demoAccounts[place] ? hashes.known : hashes.unusable,
    status: 'active',
    auth_epoch: 1,
    demo: true,
    created_at: createdAt,
  }))
  await insert(
    tx,
    sql`admin_user`,
    sql`id, phone, nick_name, avatar, role, password_hash, status, auth_epoch, demo, created_at`,
    accounts,
  )
}

/** What the platform names: roles, reasons, categories and their tags. */
async function insertNames(tx: Tx): Promise<void> {
  await insert(
    tx,
    sql`certified_role`,
    sql`id, name, name_en`,
    roles.map(({ id, name, nameEn }) => ({ id, name, name_en: nameEn })),
  )
  await insert(
    tx,
    sql`report_reason`,
    sql`id, message, message_en, policy, policy_en`,
    reportReasons.map(({ id, zh, en }) => ({
      id,
      message: zh,
      message_en: en,
      policy: policies[id]?.zh ?? null,
      policy_en: policies[id]?.en ?? null,
    })),
  )
  const named = ({ id, name, nameEn }: { id: number; name: string; nameEn: string }) => ({
    id,
    name,
    name_en: nameEn,
    comparable: comparableName(name),
  })
  await insert(tx, sql`category`, sql`id, name, name_en, comparable`, categories.map(named))
  await insert(
    tx,
    sql`tag`,
    sql`id, category_id, name, name_en, comparable`,
    categories.flatMap(({ id, tags }) => tags.map((tag) => ({ category_id: id, ...named(tag) }))),
  )
}

async function insertItems(tx: Tx, story: Story): Promise<void> {
  const projects = makeProjects(story)
  const videos = makeVideos(story, projects)
  const certifications = makeCertifications(story)
  const reports = makeReports(story, videos)
  await insert(tx, sql`member`, sql`id, nick_name, phone`, members)
  await insert(
    tx,
    sql`certification`,
    sql`id, member_id, nick_name, phone, role_id, introduce, pictures, status, create_time, update_time`,
    certifications,
  )
  await insert(
    tx,
    sql`project`,
    sql`id, owner_id, title, introduction, cover, role_ids, promo_video_id, status, create_time, update_time`,
    projects,
  )
  await insert(
    tx,
    sql`video`,
    sql`id, type, project_id, uploader_id, title, introduction, banner, image, media, duration, visibility,
      featured, category_id, language, report_count, status, create_time, update_time`,
    videos.map((video) => ({ ...video, report_count: 0 })),
  )
  await insert(
    tx,
    sql`video_tag`,
    sql`video_id, tag_id`,
    videos.flatMap(({ id, tags }) => tags.map((tag_id) => ({ video_id: id, tag_id }))),
  )
  await insert(
    tx,
    sql`report`,
    sql`id, video_id, video_type, reason_id, reporter_id, status, create_time, update_time`,
    reports,
  )
}

async function insertEvents(tx: Tx, { events }: Story): Promise<void> {
  const inOrder = events.toSorted((a, b) => (a.at < b.at ? -1 : 1))
  await insert(
    tx,
    sql`event`,
    sql`at, actor_id, actor_name, action, queue, subject_id, before, after, reason, reason_ids, details, request_id`,
    inOrder.map((event) => ({ ...event, details: {}, request_id: 'demo data' })),
  )
}

/** What waited in the evening of each day, as a server that was running would have noted. */
async function insertBacklog(tx: Tx): Promise<void> {
  await tx.query(sql`
    insert into backlog (queue, at, band, n)
    select q.queue, m.at, b.band, coalesce(w.n, 0)
      from generate_series(date_trunc('hour', now()) - interval '90 days', now(), interval '1 day') m (at)
        cross join unnest(array['certification', 'project', 'video', 'report']) q (queue)
        cross join generate_series(0, 4) b (band)
        left join lateral backlog_at(m.at) w on w.queue = q.queue and w.band = b.band`)
}

/** Does nothing where an account exists. Returns whether it seeded. */
export async function seedDemo(db: Db, now: number, hashes: Hashes): Promise<boolean> {
  return db.transaction(async (tx) => {
    const inUse = await tx.query(sql`select from admin_user limit 1`)
    if (inUse.length > 0) return false
    const names = reviewers.map(({ nickName }) => nickName)
    const story = createStory(createRandom(seed), now, names)
    await insertAccounts(tx, story.ago(100 * 86_400), hashes)
    await insertNames(tx)
    await insertItems(tx, story)
    await insertEvents(tx, story)
    await insertBacklog(tx)
    await moveSequences(tx)
    return true
  })
}
