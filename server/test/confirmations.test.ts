import type { AnyCall } from '@screening-room/contract/call'
import { confirmationCalls } from '@screening-room/contract/confirmations'
import type { FourEyesAct } from '@screening-room/contract/four-eyes'
import { memberCalls } from '@screening-room/contract/members'
import { overviewCalls } from '@screening-room/contract/overview'
import type { Permission } from '@screening-room/contract/permissions'
import { reportCalls } from '@screening-room/contract/reports'
import { status, videoType } from '@screening-room/contract/review'
import { roleCalls } from '@screening-room/contract/roles'
import { linkCalls, teamCalls } from '@screening-room/contract/team'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import type { Client } from './setup/client.ts'
import { decide, newDesk, take } from './setup/focus.ts'
import { addCertifications, addReasons, addReports, addVideo, statusOf } from './setup/items.ts'
import { newRole } from './setup/roles.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { until } from './setup/test-support.ts'

/* Four eyes: what a role's people may only do together with a second person. */

let server: TestServer
let chief: Client
let second: Client
let reasonId = 0
beforeAll(async () => {
  server = await startServer()
  chief = await server.signIn('administrator', 'Chief')
  second = await server.signIn('administrator', 'Second')
  ;[reasonId = 0] = await addReasons(server.owner)
})
afterAll(() => server.close())

const setActs = (role: string, acts: FourEyesAct[], by = chief) =>
  by.send(roleCalls.setFourEyes, { role, acts })

/** Somebody with these permissions, whose role asks for a second person. */
async function bound(acts: FourEyesAct[], own: Permission[]): Promise<Client> {
  const role = await newRole(chief, own)
  expect((await setActs(role, acts)).msg).toBe('ok')
  return server.signIn(role)
}

function ask(client: Client, call: AnyCall, input: Record<string, unknown>, reason = 'because') {
  const fields = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(String) : String(value),
    ]),
  )
  return client.sendRaw(confirmationCalls.ask, {
    call: call.path,
    fields: JSON.stringify(fields),
    reason,
  })
}
async function asked(...given: Parameters<typeof ask>): Promise<number> {
  const answer = await ask(...given)
  expect(answer.msg).toBe('ok')
  return (answer.body as unknown as { data: { id: number } }).data.id
}
const confirm = (client: Client, id: number) => client.send(confirmationCalls.confirm, { id })
const refuse = (client: Client, id: number, reason = 'no') =>
  client.send(confirmationCalls.refuse, { id, reason })
const openFor = async (client: Client) =>
  (await client.send(confirmationCalls.list, {})).body.data.map(({ id }) => id)
const eventsOf = (queue: string, id: number) =>
  server.owner.query<{ action: string; by: number; reason: string }>(sql`
    select action, actor_id as by, reason from event where queue = ${queue} and subject_id = ${id} order by id`)

/** A personal video, and whether its uploader is certified. */
let uploaders = 5000
async function video(certified: boolean, uploader = ++uploaders) {
  const id = await addVideo(server.owner, { type: videoType.personal, status: status.approved })
  await server.owner.query(sql`
    insert into member (id, nick_name) values (${uploader}, 'Planted Member') on conflict do nothing`)
  await server.owner.query(sql`update video set uploader_id = ${uploader} where id = ${id}`)
  if (certified)
    await addCertifications(server.owner, 1, { memberId: uploader, status: status.approved })
  return { id, uploader }
}
const takeDown = (id: number) => ({
  videoId: id,
  videoType: videoType.personal,
  offlineReasons: [reasonId],
})
const takeDownCall = videoCalls.personal.takeDown

test('a take-down of a certified member’s video waits; a second person does it, and both are recorded', async () => {
  const first = await bound(['takeDown'], ['video:see', 'video:takeDown'])
  const { id } = await video(true)
  const alone = await first.send(takeDownCall, takeDown(id))
  expect([alone.code, alone.msg]).toEqual([
    423,
    'Your role asks for a second person here. Ask one to confirm it',
  ])
  expect(await statusOf(server.owner, 'video', id)).toBe(status.approved)
  const request = await asked(first, takeDownCall, takeDown(id), 'sold to minors')
  expect((await confirm(first, request)).msg).toBe(
    'You asked for this yourself: somebody else has to confirm it',
  )
  expect(await statusOf(server.owner, 'video', id)).toBe(status.approved)
  expect((await confirm(second, request)).msg).toBe('ok')
  expect(await statusOf(server.owner, 'video', id)).toBe(status.takenDown)
  expect(await eventsOf('video', id)).toEqual([
    { action: 'askSecond', by: first.userId, reason: 'sold to minors' },
    { action: 'confirmSecond', by: second.userId, reason: '' },
    { action: 'takeDown', by: second.userId, reason: '' },
  ])
  expect((await confirm(second, request)).msg).toBe('This request is not open any more')
})

test('the overview says how many wait and since when, as the list of who reads it has them', async () => {
  const first = await bound(['takeDown'], ['video:see', 'video:takeDown', 'overview'])
  const outsider = await server.signIn(await newRole(chief, ['overview', 'video:see']))
  const standing = async (who: Client) =>
    (await who.send(overviewCalls.now, {})).body.data.secondPerson
  const listed = async (who: Client) => {
    const { data } = (await who.send(confirmationCalls.list, {})).body
    return { count: data.length, oldest: data.map(({ askedAt }) => askedAt).sort()[0] ?? null }
  }
  const before = await standing(second)
  const requests: number[] = []
  for (const hours of [5, 30]) {
    const { id } = await video(true)
    const request = await asked(first, takeDownCall, takeDown(id))
    await server.owner.query(sql`
      update confirmation set asked_at = now() - ${hours} * interval '1 hour' where id = ${request}`)
    requests.push(request)
  }
  await ask(second, memberCalls.erase, { id: (await video(false)).uploader })
  const [counted] = await server.owner.query<{ count: number }>(sql`
    select count(*)::int as count, to_char(min(asked_at), 'YYYY-MM-DD"T"HH24:MI:SS') as oldest from confirmation
    where state = 'open' and expires_at > now()`)
  expect(await standing(second)).toEqual(counted)
  for (const who of [first, second]) expect(await standing(who)).toEqual(await listed(who))
  // Who may not erase does not hear of it.
  expect((await standing(second))?.count).toBe((before?.count ?? 0) + 3)
  expect((await standing(first))?.count).toBe((counted?.count ?? 0) - 1)
  expect(await standing(outsider)).toBeNull()
  const [, oldest = 0] = requests
  await refuse(second, oldest)
  for (const who of [first, second]) expect(await standing(who)).toEqual(await listed(who))
})

test('other videos, other acts and other roles go on as before', async () => {
  const first = await bound(['takeDown'], ['video:see', 'video:takeDown'])
  const plain = await video(false)
  expect((await first.send(takeDownCall, takeDown(plain.id))).msg).toBe('ok')
  const free = await server.signIn('reviewer')
  const guarded = await video(true)
  expect((await free.send(takeDownCall, takeDown(guarded.id))).msg).toBe('ok')
})

test('a report does not go around it, nor does focus review', async () => {
  const first = await bound(
    ['takeDown'],
    ['video:see', 'video:takeDown', 'report:see', 'report:decide'],
  )
  const { id } = await video(true)
  await addReports(server.owner, id, 1, { reasonId })
  expect((await first.send(takeDownCall, takeDown(id))).code).toBe(423)
  const desk = newDesk()
  const item = await take(first, desk, 'report', { videoType: videoType.personal })
  expect(item.id).toBe(id)
  const given = { desk, lease: item.lease, action: 'takeDown', reasonIds: [reasonId] }
  expect((await decide(first, given)).code).toBe(423)
  expect(await statusOf(server.owner, 'video', id)).toBe(status.approved)
  const reports = await first.send(reportCalls.list, { videoType: videoType.personal })
  expect(reports.body.data.list.some(({ videoId }) => videoId === id)).toBe(true)
})

test('who may not do it can neither ask, see nor confirm it', async () => {
  const first = await bound(['takeDown'], ['video:see', 'video:takeDown'])
  const { id } = await video(true)
  const request = await asked(first, takeDownCall, takeDown(id))
  const other = await server.signIn(await newRole(chief, ['video:see', 'erasure']))
  expect(await openFor(other)).not.toContain(request)
  expect((await confirm(other, request)).status).toBe(403)
  expect((await refuse(other, request)).status).toBe(403)
  expect((await ask(other, takeDownCall, takeDown(id))).status).toBe(403)
  // An erasure asks for nothing more once it is confirmed.
  const eraser = await bound(['erase'], ['video:see', 'erasure'])
  const { uploader } = await video(false)
  const erasure = await asked(eraser, memberCalls.erase, { id: uploader })
  expect((await confirm(first, erasure)).status).toBe(403)
  expect(await openFor(eraser)).toContain(erasure)
  expect(await openFor(first)).toContain(request)
  expect(await openFor(second)).toContain(request)
})

test('a refusal needs a reason and ends it; one’s own is withdrawn; nothing happens', async () => {
  const first = await bound(['takeDown'], ['video:see', 'video:takeDown'])
  const { id } = await video(true)
  const request = await asked(first, takeDownCall, takeDown(id))
  expect((await refuse(second, request, ' ')).code).toBe(400)
  expect((await refuse(second, request, 'not enough')).msg).toBe('ok')
  const again = await asked(first, takeDownCall, takeDown(id))
  expect((await refuse(first, again, '')).msg).toBe('ok')
  expect((await confirm(second, again)).code).toBe(409)
  expect(await statusOf(server.owner, 'video', id)).toBe(status.approved)
  expect((await eventsOf('video', id)).map(({ action }) => action)).toEqual([
    'askSecond',
    'refuseSecond',
    'askSecond',
    'withdrawSecond',
  ])
})

test('the same is asked for once; after three days it has ended and can be asked for again', async () => {
  const first = await bound(['takeDown'], ['video:see', 'video:takeDown'])
  const { id } = await video(true)
  const request = await asked(first, takeDownCall, takeDown(id))
  expect((await ask(second, takeDownCall, takeDown(id))).msg).toMatch(/has asked a second person/)
  await server.owner.query(sql`update confirmation set expires_at = now() where id = ${request}`)
  expect((await confirm(second, request)).code).toBe(409)
  expect(await openFor(second)).not.toContain(request)
  expect(await asked(first, takeDownCall, takeDown(id))).toBeGreaterThan(request)
})

test('two confirm at once: it happens once', async () => {
  const first = await bound(['takeDown'], ['video:see', 'video:takeDown'])
  const { id } = await video(true)
  const request = await asked(first, takeDownCall, takeDown(id))
  const answers = await Promise.all([confirm(chief, request), confirm(second, request)])
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
  const events = await eventsOf('video', id)
  expect(events.filter(({ action }) => action === 'takeDown')).toHaveLength(1)
})

test('what somebody asked for is not done once they are disabled or lost the permission', async () => {
  const first = await bound(['takeDown'], ['video:see', 'video:takeDown'])
  const { id } = await video(true)
  const request = await asked(first, takeDownCall, takeDown(id))
  await chief.send(teamCalls.disable, { id: first.userId })
  expect((await confirm(second, request)).msg).toBe('This request is not open any more')
  await chief.send(teamCalls.enable, { id: first.userId })
  await chief.send(teamCalls.setRole, {
    id: first.userId,
    role: await newRole(chief, ['video:see']),
  })
  expect((await confirm(second, request)).code).toBe(409)
  expect(await statusOf(server.owner, 'video', id)).toBe(status.approved)
})

test('a member is erased by two, and what was written about them goes', async () => {
  const first = await bound(['erase'], ['video:see', 'erasure'])
  const { uploader } = await video(false)
  expect((await first.send(memberCalls.erase, { id: uploader })).code).toBe(423)
  const request = await asked(first, memberCalls.erase, { id: uploader }, 'planted words of theirs')
  expect((await confirm(second, request)).msg).toBe('ok')
  const member = await second.send(memberCalls.get, { id: uploader })
  expect(member.body.data.erased).toBe(true)
  const left = await server.owner.query(
    sql`select from confirmation where reason like '%planted words%'`,
  )
  expect(left).toHaveLength(0)
  expect((await second.send(memberCalls.erase, { id: uploader })).code).toBe(409)
})

test('without four eyes a member is erased by one, whose role says so', async () => {
  const { uploader } = await video(false)
  const reviewer = await server.signIn('reviewer')
  expect((await reviewer.send(memberCalls.erase, { id: uploader })).status).toBe(403)
  expect((await chief.send(memberCalls.erase, { id: uploader })).msg).toBe('ok')
})

test('roles wait in every way: given, invited, by a link, made, changed, and the rule itself', async () => {
  const own: Permission[] = ['video:see', 'team']
  const first = await bound(['roles'], own)
  const seer = await newRole(chief, ['video:see'])
  const mine = (await first.send(roleCalls.list, {})).body.data.find(({ fourEyes }) =>
    fourEyes.includes('roles'),
  )
  const someone = await server.signIn(seer)
  const invitation = { phone: '13877001234', nickName: 'New', role: seer }
  const tries: [AnyCall, Record<string, unknown>][] = [
    [teamCalls.setRole, { id: someone.userId, role: mine?.key }],
    [teamCalls.invite, invitation],
    [teamCalls.newLink, { id: someone.userId }],
    [roleCalls.create, { name: 'Another seer', permissions: ['video:see'] }],
    [roleCalls.change, { role: seer, name: 'Seer of videos', permissions: ['video:see'] }],
    [roleCalls.setFourEyes, { role: mine?.key, acts: [] }],
  ]
  for (const [call, input] of tries) {
    const alone = await first.sendRaw(call, input as never)
    expect([call.path, alone.code]).toEqual([call.path, 423])
    const request = await asked(first, call, input)
    const done = await confirm(second, request)
    expect([call.path, done.msg]).toEqual([call.path, 'ok'])
    const { link } = done.body.data
    if (call === teamCalls.invite) {
      const opened = await server.stranger().send(linkCalls.open, { secret: link?.secret ?? '' })
      expect(opened.body.data.phone).toBe(invitation.phone)
    }
  }
  expect((await first.send(teamCalls.newLink, { id: someone.userId })).msg).toBe('ok')
})

test('two confirm a link at once, while its account is held: one is made', async () => {
  const first = await bound(['roles'], ['video:see', 'team'])
  const { userId } = await server.signIn(await newRole(chief, ['video:see']))
  const request = await asked(first, teamCalls.newLink, { id: userId })
  let answers: ReturnType<typeof confirm>[] = []
  await server.owner.transaction(async (tx) => {
    await tx.query(sql`select from admin_user where id = ${userId} for update`)
    answers = [confirm(chief, request), confirm(second, request)]
    const waiting = sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => (await server.owner.query(waiting)).length === 2)
  })
  const codes = (await Promise.all(answers)).map(({ code }) => code)
  expect(codes.sort()).toEqual([200, 409])
  const made = (await eventsOf('account', userId)).filter(
    ({ action }) => action === 'account.newLink',
  )
  expect(made).toHaveLength(1)
})

test('four eyes need two people who could be the second one', async () => {
  await server.owner.query(sql`
    update admin_user set status = 'disabled'
    where status = 'active' and id not in (${chief.userId})
      and role in (select key from team_role where key = 'administrator' or 'team' = any (permissions))`)
  expect((await setActs('lead', ['roles'])).msg).toMatch(/two active accounts/)
  await server.owner.query(sql`update admin_user set status = 'active'`)
})
