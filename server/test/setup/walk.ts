import { accountCalls } from '@screening-room/contract/account'
import { allCalls } from '@screening-room/contract/all-calls'
import type { AnyCall } from '@screening-room/contract/call'
import { categoryCalls } from '@screening-room/contract/categories'
import { endpointCalls } from '@screening-room/contract/endpoints'
import { factorCalls } from '@screening-room/contract/factors'
import { focusCalls } from '@screening-room/contract/focus'
import { keyCalls } from '@screening-room/contract/keys'
import { liveCalls } from '@screening-room/contract/live'
import { memberCalls } from '@screening-room/contract/members'
import { status, videoType } from '@screening-room/contract/review'
import { roleCalls } from '@screening-room/contract/roles'
import { teamCalls } from '@screening-room/contract/team'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { goodValues } from '../bad-input/good-values.ts'
import type { Client } from './client.ts'
import { decide, newDesk, take } from './focus.ts'
import { webp } from './pictures.ts'
import { addPerson } from './sessions.ts'

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

async function addMember(db: Db): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    sql`insert into member (nick_name) values (${tempting}) returning id`,
  )
  return row?.id ?? 0
}

let made = 0

/** Fields that go with another queue or action, or that no two rows share. */
const without = [
  'digit',
  'focus.next roleId',
  'focus.next language',
  'focus.decide message',
  'focus.decide reasonIds',
  'record.bundle seal',
]

/** For each call an endpoint and a key of its own, paused: nobody is to be called. */
async function platformFields(client: Client, db: Db, name: string): Promise<object> {
  const given = { name: `Hook ${++made}`, url: 'https://169.254.169.254/hook', kinds: 'video' }
  if (name === 'endpoints.add') return given
  if (name === 'keys.create') return { name: given.name, scopes: 'events:read' }
  if (name.startsWith('keys.')) {
    await client.send(keyCalls.create, { name: given.name, scopes: ['events:read'] })
    const [row] = await db.query<{ id: number }>(sql`select max(id) as id from platform_key`)
    return name === 'keys.list' ? {} : { id: row?.id }
  }
  const { body } = await client.sendRaw(endpointCalls.add, given)
  const { id } = body.data
  await client.send(endpointCalls.setPaused, { id, paused: 'true' })
  const [event] = await db.query<{ id: number }>(sql`
    insert into delivery (endpoint_id, event_id, queue, subject_id, state)
    select ${id}, max(o.event_id), 'video', 1, 'dead' from outbox o join event_seal s using (event_id)
    having max(o.event_id) is not null returning event_id as id`)
  const more: Record<string, object> = {
    list: {},
    alerts: {},
    change: given,
    setPaused: { paused: 'true' },
    delivery: { event: event?.id },
    resend: { from: 1, to: event?.id },
  }
  const which = ['list', 'alerts'].includes(name.slice(10)) ? {} : { id }
  return { ...which, ...more[name.slice('endpoints.'.length)] }
}

async function addStoppedImport(db: Db): Promise<number> {
  const [row] = await db.query<{ id: number }>(sql`
    insert into import_run (path, name, line, refused, ended_at)
    values (${`/rows-${++made}.ndjson`}, 'rows.ndjson', 1, 0, now()) returning id`)
  return row?.id ?? 0
}

async function valueFor(db: Db, client: Client, name: string, field: string, desk: string) {
  if (['id', 'authId', 'projectId', 'videoId'].includes(field)) {
    if (name === 'members.erase') return addMember(db)
    if (name === 'overview.dismissImport') return addStoppedImport(db)
    if (name.startsWith('members.') || name === 'overview.person') return 1
    if (name.startsWith('reasons.')) return goodValues.id ?? ''
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
  if (['message', 'search', 'text', 'textEn', 'policy', 'policyEn'].includes(field)) return tempting
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

/** The walker's own factors, which end with the last of these calls. */
async function factorFields(client: Client, name: string): Promise<object> {
  if (name === 'factors.confirm') return { password: client.password }
  if (!['factors.addTotp', 'factors.newRecoveryCodes'].includes(name)) return {}
  const { secret } = (await client.send(factorCalls.startTotp, {})).body.data
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  if (name === 'factors.addTotp') return { code }
  await client.send(factorCalls.addTotp, { code })
  return {}
}

/** Of a call about roles: one that nobody has. */
async function roleFields(client: Client, name: string): Promise<object> {
  const given = { name: `Role ${++made}`, permissions: 'audit' }
  if (['roles.list', 'roles.create'].includes(name)) return name === 'roles.list' ? {} : given
  const role = (await client.sendRaw(roleCalls.create, given)).body.data.key
  if (name === 'roles.change') return { role, ...given, name: `Role ${++made}` }
  return name === 'roles.setSecondFactor' ? { role, required: 'true' } : { role }
}

/** What somebody else asked a second person for. */
async function addRequest(db: Db): Promise<number> {
  const { id } = await addPerson(db, { role: 'administrator' })
  const fields = JSON.stringify({ name: `Role ${++made}`, permissions: ['audit'] })
  const [row] = await db.query<{ id: number }>(sql`
    insert into confirmation (call, fields, subject_queue, subject_id, reason, asked_by, expires_at)
    values (${roleCalls.create.path}, ${fields}::jsonb, 'role', 0, ${tempting}, ${id}, now() + '1 day')
    returning id`)
  return row?.id ?? 0
}

const reasonIn = (shape: object) => ('reason' in shape ? { reason: tempting } : {})

/** Of a call about people: somebody it can be done to. */
async function peopleFields(
  db: Db,
  client: Client,
  name: string,
  shape: object,
): Promise<object | undefined> {
  const phone = `1350${String(++made).padStart(7, '0')}`
  if (name === 'account.rename') return { nickName: `Walker ${made}` }
  if (name === 'account.changePassword')
    return { current: client.password, next: `${client.password}${changed}` }
  if (name.startsWith('factors.')) return factorFields(client, name)
  if (name === 'account.setAvatar') return { picture: webp().toString('base64') }
  if (name === 'account.endSession' || name === 'team.list') return {}
  if (name === 'confirmations.ask') {
    const fields = JSON.stringify({ id: String(await addMember(db)) })
    return { call: memberCalls.erase.path, fields, reason: tempting }
  }
  if (/^confirmations\.(confirm|refuse)$/.test(name))
    return { id: await addRequest(db), ...reasonIn(shape) }
  if (name === 'team.invite') return { phone, nickName: tempting.slice(0, 40), role: 'reviewer' }
  if (name.startsWith('team.') && 'id' in shape) {
    const { id } = await addPerson(db)
    if (name === 'team.resetFactors') return { id, reason: tempting }
    return name === 'team.setRole' ? { id, role: 'administrator' } : { id }
  }
  if (name.startsWith('roles.')) return roleFields(client, name)
  if (!name.startsWith('link.')) return undefined
  const given = { phone, nickName: 'Invited', role: 'reviewer' as const }
  const { body } = await client.send(teamCalls.invite, given)
  const { secret } = body.data
  return name === 'link.open' ? { secret } : { secret, password: goodValues.password }
}

const changed = ' changed'

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
    // Part of signing in, and what needs a host name and an authenticator.
    if (/^secondStep|Passkey$/.test(name)) continue
    // It calls somebody, which is its task.
    if (name === 'endpoints.ping') continue
    const desk = newDesk()
    const fields = new URLSearchParams()
    const ready = /^(keys|endpoints)\./.test(name)
      ? await platformFields(client, db, name)
      : 'kind' in call.input.shape
        ? await categoryFields(client, name)
        : await peopleFields(db, client, name, call.input.shape)
    if (ready) {
      for (const [field, value] of Object.entries(ready)) fields.append(field, String(value))
      seen.push(await see(name, await ask(client, call, fields)))
      if (name === 'endpoints.add') await db.query(sql`update endpoint set state = 'paused'`)
      // The walk leaves the password as it was.
      if (name === 'account.changePassword')
        await client.send(accountCalls.changePassword, {
          current: `${client.password}${changed}`,
          next: client.password,
        })
      // And the walker signs in with it alone.
      if (name === 'factors.newRecoveryCodes') await client.send(factorCalls.removeTotp, {})
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
