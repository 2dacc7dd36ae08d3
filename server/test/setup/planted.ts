import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { certificationCalls } from '@screening-room/contract/certifications'
import { focusCalls } from '@screening-room/contract/focus'
import { memberCalls } from '@screening-room/contract/members'
import { expect } from 'vitest'
import type { Db } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { sealEvents } from '../../src/store/housekeeping.ts'
import type { Client } from './client.ts'
import { decide, newDesk, take } from './focus.ts'
import type { Machine } from './platform.ts'
import type { TestServer } from './server.ts'

/* A member whose personal data is everywhere it can be, each piece with a word that nothing else has. */

export interface Planted {
  /** In every text of theirs, in lower case. */
  word: string
  phone: string
  name: string
  member: number
  certification: number
  project: number
  /** Rejected in focus review, with marks; and one that is pending. */
  video: number
  pending: number
  /** On their video, by somebody else; and by them, on another one's. */
  report: number
  filed: number
  /** A message about their video, and where it went. */
  event: number
  endpoint: number
}

interface Scene {
  server: TestServer
  machine: Machine
  reviewer: Client
}

const ok = ({ msg }: { msg: string }) => expect(msg).toBe('ok')

/** Everything of theirs begins with the word. */
export async function plant({ server, machine, reviewer }: Scene, word: string): Promise<Planted> {
  const phone = `138${[...word].map((letter) => (letter.charCodeAt(0) % 10).toString()).join('')}77`
  const name = `${word}-member`
  const attributes = [{ name: `${word} fact`, value: `${word} value`, label: `${word} label` }]
  const signals = [{ name: `${word} signal`, score: 0.5, source: `${word} source` }]
  const facts = { attributes, signals }
  await mkdir(join(server.mediaDir, 'pictures'), { recursive: true })
  for (const file of [`${word}-clip.webm`, `${word}-old.webm`, `pictures/${word}-id.png`])
    await writeFile(join(server.mediaDir, file), 'x')
  const member = await machine.add('members', {
    external_id: name,
    nick_name: `${word} nick`,
    phone,
  })
  const certified = {
    external_id: `${word}-certification`,
    member: name,
    nick_name: `${word} applicant`,
    phone,
    role: 'actor',
    introduction: `${word} introduces`,
    pictures: [`${word}-id.png`],
    ...facts,
  }
  const certification = await machine.add('certifications', certified)
  const project = await machine.add('projects', {
    external_id: `${word}-project`,
    owner: name,
    title: `${word} film`,
    introduction: `${word} plot`,
    cover: `${word}-cover.png`,
    ...facts,
  })
  await machine.add('projects', {
    external_id: `${word}-project`,
    owner: name,
    title: `${word} film, once more`,
  })
  const shown = {
    external_id: `${word}-video`,
    type: 'personal',
    uploader: name,
    title: `${word} first title`,
    introduction: `${word} says`,
    media: `${word}-old.webm`,
    image: `${word}-image.png`,
    banner: `${word}-banner.png`,
    // The first to be handed out.
    priority: 100,
    ...facts,
  }
  const video = await machine.add('videos', shown)
  await machine.add('videos', {
    ...shown,
    title: `${word} second title`,
    media: `${word}-clip.webm`,
  })
  const report = await machine.add('reports', {
    external_id: `on-${video}`,
    video: `${word}-video`,
    video_type: 'personal',
    reason: 'violence',
    reporter: 'bystander',
  })
  const filed = await machine.add('reports', {
    external_id: `${word}-report`,
    video: 'of another one',
    video_type: 'personal',
    reason: 'violence',
    reporter: name,
  })

  const desk = newDesk()
  const first = await take(reviewer, desk, 'personal-video')
  ok(await reviewer.send(focusCalls.skip, { lease: first.lease, desk }))
  const again = { lease: first.lease, desk }
  ok(await reviewer.sendRaw(focusCalls.unskip, again, { 'idempotency-key': `unskip-${video}-key` }))
  ok(
    await decide(reviewer, {
      lease: first.lease,
      desk,
      action: 'reject',
      message: `${word} is seen in the video`,
      marks: JSON.stringify([{ from: 0, to: 1, note: `${word} in the picture` }]),
    }),
  )
  const pending = await machine.add('videos', {
    ...shown,
    external_id: `${word}-pending`,
    title: `${word} not decided`,
    priority: 0,
    media: `${word}-clip.webm`,
  })
  const message = `${word} does not match the papers`
  ok(await reviewer.send(certificationCalls.reject, { authId: certification, message }))
  ok(
    await reviewer.sendRaw(
      certificationCalls.phone,
      { authId: certification },
      { 'idempotency-key': `phone-${video}-key` },
    ),
  )
  ok(await reviewer.send(memberCalls.addNote, { id: member, text: `${word} wrote to us` }))
  // As the platform's receiver may answer, and as events of before the upgrade are.
  await server.owner.query(sql`
    update outbox set last_error = ${`${word} is unknown`} where queue = 'video' and subject_id = ${video}`)
  const [sent] = await server.owner.query<{ event: number; endpoint: number }>(sql`
    with endpoint as (
      insert into endpoint (name, url, kinds, secret, state)
      values ('kept', 'https://platform.example.com', '{video}', '', 'paused') returning id)
    insert into delivery (endpoint_id, event_id, queue, subject_id, state, error, answer)
    select n.id, event_id, queue, subject_id, 'delivered', ${`${word} error`}, ${`${word} answer`}
    from outbox, endpoint n where queue = 'video' and subject_id = ${video}
    returning event_id as event, endpoint_id as endpoint`)
  if (!sent) throw new Error('nothing was sent')
  await server.owner.query(sql`
    insert into event (actor_id, actor_name, action, queue, subject_id, reason, details, salt)
    values (1, 'before', 'skip', 'video', ${video}, ${`${word} of old`}, ${`{"note": "${word}"}`}::jsonb, null)`)
  await server.owner.query(sql`
    insert into event (actor_id, actor_name, action, queue, subject_id, reason, salt)
    values (1, 'before', 'skip', 'report', ${report}, ${`${word} reported of old`}, null)`)
  while ((await sealEvents(server.db)) > 0);
  await server.owner.query(sql`analyze`)
  const items = { certification, project, video, pending, report, filed }
  return { word, phone, name, member, ...items, ...sent }
}

/** Where a text is in the database: every row of every table, and what the planner has noted of them. */
export async function findInDatabase(db: Db, text: string): Promise<string[]> {
  const tables = await db.query<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`)
  const found: string[] = []
  for (const { name } of tables) {
    const [at] = await db.query<{ n: number }>(sql`
      select (xpath('/row/n/text()', query_to_xml(format(
        'select count(*) as n from %I t where strpos(lower(t::text), %L) > 0
           or strpos(lower(t::text), %L) > 0', ${name}::text, ${text}::text, ${Buffer.from(text).toString('hex')}::text),
        false, true, '')))[1]::text::int as n`)
    if (at?.n) found.push(`${name}: ${at.n}`)
  }
  const samples = await db.query<{ place: string }>(sql`
    select tablename || '.' || attname as place from pg_stats
    where schemaname = current_schema() and strpos(lower(pg_stats::text), ${text}) > 0`)
  return [...found, ...samples.map(({ place }) => `sample of ${place}`)]
}

/** Where a text is in the files of the database, indexes and rows that are gone included. */
export async function findInFiles(owner: Db, text: string): Promise<string[]> {
  await owner.query(sql`checkpoint`)
  const found = await owner.query<{ name: string }>(sql`
    select relname as name from pg_class c, pg_relation_filepath(c.oid) path
    where position(convert_to(${text}, 'UTF8') in pg_read_binary_file(path, 0, pg_relation_size(c.oid), true)) > 0
    order by 1`)
  return found.map(({ name }) => name)
}
