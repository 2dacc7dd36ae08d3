import { allCalls } from '@screening-room/contract/all-calls'
import type { AnyCall } from '@screening-room/contract/call'
import { categoryCalls } from '@screening-room/contract/categories'
import { focusCalls } from '@screening-room/contract/focus'
import { liveCalls } from '@screening-room/contract/live'
import { status, videoType } from '@screening-room/contract/review'
import type { Db } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { goodValues } from '../bad-input/values.ts'
import type { Client } from './client.ts'
import { decide, newDesk, take } from './focus.ts'

/*
 * A walk through everything that is served, by an administrator who gets something done with each
 * call, on items whose every field is an address that a careless server would go and fetch.
 */

export interface Seen {
  what: string
  status: number
  /** The envelope's code; 0 where there is none. */
  code: number
  headers: string
  body: string
}

const tempting = 'http://169.254.169.254/latest/meta-data.webp'
const pictures = JSON.stringify([tempting, 'https://tracker.example.net/1.gif', '//evil.example/x'])

async function addItem(db: Db, name: string, at: number): Promise<number> {
  const kind = name.includes('personal')
    ? videoType.personal
    : name.includes('promo')
      ? videoType.promo
      : videoType.project
  const insert = name.startsWith('certifications')
    ? sql`insert into certification (member_id, nick_name, phone, role_id, introduce, pictures, status)
        values (1, ${tempting}, '13900000000', 1, ${tempting}, ${pictures}, ${at}) returning id`
    : name.startsWith('projects')
      ? sql`insert into project (owner_id, title, introduction, cover, status)
          values (1, ${tempting}, ${tempting}, ${tempting}, ${at}) returning id`
      : sql`insert into video (type, uploader_id, title, introduction, banner, image, media, status)
          values (${kind}, 1, ${tempting}, ${tempting}, ${tempting}, ${tempting}, ${tempting}, ${at})
          returning id`
  const [row] = await db.query<{ id: number }>(insert)
  return row?.id ?? 0
}

async function addReported(db: Db): Promise<{ video: number; report: number }> {
  const video = await addItem(db, 'videos.project', status.approved)
  const [row] = await db.query<{ id: number }>(sql`
    insert into report (video_id, video_type, reason_id, reporter_id)
    values (${video}, ${videoType.project}, 1, 1) returning id`)
  return { video, report: row?.id ?? 0 }
}

let made = 0

/** Fields that go with another queue or action, or that no two rows share. */
const without = [
  'digit',
  'focus.next roleId',
  'focus.next language',
  'focus.decide message',
  'focus.decide reasonIds',
]

async function valueFor(db: Db, client: Client, name: string, field: string, desk: string) {
  if (['id', 'authId', 'projectId', 'videoId'].includes(field)) {
    if (name === 'reasons.change') return goodValues.id ?? ''
    if (name.startsWith('reports.'))
      return (await addReported(db))[field === 'videoId' ? 'video' : 'report']
    return addItem(db, name, name === 'history.reopen' ? status.approved : status.pending)
  }
  if (field === 'typeId' && name !== 'videos.project.tag') {
    const [row] = await db.query<{ id: number }>(sql`select min(id) as id from category`)
    return row?.id ?? 0
  }
  if (field === 'desk') return desk
  if (field === 'lease') {
    const { lease } = await take(client, desk)
    if (name === 'focus.unskip') await client.send(focusCalls.skip, { desk, lease })
    return lease
  }
  if (field === 'decision') {
    const { lease } = await take(client, desk)
    return (await decide(client, { desk, lease, action: 'approve' })).body.data.decision
  }
  if (field === 'videoType') return name.startsWith('videos.personal') ? 1 : videoType.project
  if (field === 'queue' && name.startsWith('focus.')) return 'project-video'
  if (['message', 'search', 'text', 'textEn'].includes(field)) return tempting
  if (/^(typeName|tagName|label)/.test(field)) return `${field} ${++made}`
  return goodValues[field] ?? ''
}

/** Of a call that changes a category: one of two that are there for it. */
async function categoryFields(client: Client, name: string): Promise<object> {
  const add = async (typeName: string): Promise<number> =>
    (await client.send(categoryCalls.addCategory, { typeName })).body.data.id
  const wasName = `Category ${++made}`
  const id = await add(wasName)
  const other = await add(`Category ${++made}`)
  const subject = { kind: 'category' as const, id }
  const merge = async () => {
    const { body } = await client.send(categoryCalls.mergePreview, { ...subject, into: other })
    return { ...subject, into: other, state: body.data.state }
  }
  if (name === 'categories.rename') return { ...subject, name: `Category ${++made}`, wasName }
  if (name === 'categories.move') return { kind: 'category', id: other, was: id }
  if (name === 'categories.setHidden') return { ...subject, hidden: 'true' }
  if (name === 'categories.mergePreview') return { ...subject, into: other }
  if (name === 'categories.merge') return merge()
  await client.send(categoryCalls.merge, await merge())
  return { ...subject, from: other }
}

const pages = [
  ...[
    '/',
    '/nowhere',
    '/config.json',
    '/docs',
    '/docs/openapi.json',
    '/docs/style.css',
    '/healthz',
  ],
  ...['/readyz', '/metrics', '/pictures/banner-01.webp', '/pictures/lost.webp', '/media/x.webm'],
]

export async function see(what: string, response: Response): Promise<Seen> {
  const endless = response.headers.get('content-type')?.startsWith('text/event-stream')
  const first = endless ? await response.body?.getReader().read() : undefined
  const body = endless ? new TextDecoder().decode(first?.value) : await response.text()
  const code = /^\{"code":(\d+)/.exec(body)?.[1] ?? 0
  const headers = JSON.stringify([...response.headers])
  return { what, status: response.status, code: Number(code), headers, body }
}

async function ask(client: Client, call: AnyCall, fields: URLSearchParams): Promise<Response> {
  const id = fields.get('id') ?? ''
  const inPath = call.path.includes('{id}')
  if (inPath) fields.delete('id')
  const path = call.path.replace('{id}', id)
  return call.method === 'GET'
    ? client.fetch(`${path}?${fields}`)
    : client.fetch(path, { method: 'POST', body: fields })
}

/** Every call and every page once; signing in and out is the caller's. */
export async function walkEverywhere(client: Client, db: Db): Promise<Seen[]> {
  const seen: Seen[] = []
  for (const [name, call] of allCalls) {
    if (['session.login', 'session.logout'].includes(name)) continue
    const desk = newDesk()
    const fields = new URLSearchParams()
    if ('kind' in call.input.shape) {
      for (const [field, value] of Object.entries(await categoryFields(client, name)))
        fields.append(field, String(value))
      seen.push(await see(name, await ask(client, call, fields)))
      continue
    }
    for (const field of Object.keys(call.input.shape))
      if (!without.includes(field) && !without.includes(`${name} ${field}`))
        fields.append(field, String(await valueFor(db, client, name, field, desk)))
    seen.push(await see(name, await ask(client, call, fields)))
  }
  for (const path of [...pages, liveCalls.stream.path])
    seen.push(await see(path, await client.fetch(path)))
  return seen
}
