import { focusCalls } from '@screening-room/contract/focus'
import { historyCalls } from '@screening-room/contract/history'
import { holdersCall } from '@screening-room/contract/holders'
import { builtInRoles, type Permission, permissions } from '@screening-room/contract/permissions'
import { lists, queueNames, queuesWith } from '@screening-room/contract/queues'
import { dismissalMessage, status, videoType } from '@screening-room/contract/review'
import { roleCalls } from '@screening-room/contract/roles'
import { sessionCalls } from '@screening-room/contract/session'
import { teamCalls } from '@screening-room/contract/team'
import { versionCalls } from '@screening-room/contract/versions'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import type { Client } from './setup/client.ts'
import { decide, newDesk, take } from './setup/focus.ts'
import { addReports, addVideo, statusOf } from './setup/items.ts'
import { startReplica } from './setup/live.ts'
import { changeRole, newRole as make, nextName } from './setup/roles.ts'
import { closeAtOnce, startServer, type TestServer } from './setup/server.ts'

/* Roles made of permissions: what they allow, who makes them, and when a change acts. */

let server: TestServer
let chief: Client
beforeAll(async () => {
  server = await startServer()
  chief = await server.signIn('administrator', 'Chief')
})
afterAll(() => server.close())

const newRole = (own: Permission[], name?: string) => make(chief, own, name)
const change = (role: string, own: Permission[], by = chief) => changeRole(by, role, own)
const someoneWith = async (...own: Permission[]) => server.signIn(await newRole(own))
const roleOf = async (key: string) =>
  (await chief.send(roleCalls.list, {})).body.data.find((role) => role.key === key)
const eventsOf = (name: string) =>
  server.owner.query<{ action: string; by: number; details: Record<string, unknown> }>(sql`
    select action, actor_id as by, details from event
    where queue = 'role' and details->>'name' = ${name} order by id`)

describe('what a role allows', () => {
  test('the routes of administrators alone before there were permissions are still theirs, and the reviewers’ still everybody’s', () => {
    const administration = [
      /^\/admin\/ext\/(categories|endpoints|keys|roles|team|export|record|member-erase)\b/,
      /^\/admin\/ext\/overview\/(now|history|people|dismiss-import)$/,
      /^\/admin\/ext\/(events\/export|reasons\/(add|change|policy)|strikes\/change|reopen)$/,
      /^\/admin\/data\/(tag|type)\/add$/,
    ]
    for (const { url, policy } of server.routes) {
      if (policy.access !== 'session') continue
      const { needs } = policy
      const reviews =
        needs === 'session' || needs.some((one) => builtInRoles.reviewer.includes(one))
      expect([url, reviews]).toEqual([url, !administration.some((path) => path.test(url))])
    }
    expect(builtInRoles.administrator).toEqual(permissions)
    expect(builtInRoles.lead).not.toContain('team')
    expect(builtInRoles.lead).not.toContain('platform')
  })

  const queueOf = (address: string) =>
    Object.values(lists).find((list) => list.address === address)?.queue ?? expect.fail()
  const addresses = Object.values(lists).map(({ address }) => address)
  const desk = newDesk()
  const cases = [
    ...queueNames.flatMap((queue) => [
      [historyCalls.list, { queue, id: 1 }, queue, 'see'] as const,
      ...(queue === 'report'
        ? []
        : [[versionCalls.changes, { queue, id: 1 }, queue, 'see'] as const]),
    ]),
    ...queuesWith('reopen').map(
      (queue) => [historyCalls.reopen, { queue, id: 1, message: 'x' }, queue, 'reopen'] as const,
    ),
    ...addresses.flatMap((queue) => [
      [focusCalls.about, { queue, id: 1 }, queueOf(queue), 'see'] as const,
      [holdersCall, { queue }, queueOf(queue), 'see'] as const,
      [focusCalls.next, { queue, desk }, queueOf(queue), 'decide'] as const,
      [focusCalls.lookAgain, { queue }, queueOf(queue), 'decide'] as const,
    ]),
  ]

  test.each(permissions)(
    '%s: a call that all queues share serves the queue it is of',
    async (own) => {
      const client = await server.signIn('lead')
      await server.owner.query(
        sql`insert into team_role (key, permissions) values (${own}, ${[own]})`,
      )
      await server.owner.query(sql`update admin_user set role = ${own} where id = ${client.userId}`)
      for (const [call, input, queue, verb] of cases) {
        // Who sees reports sees the video behind each.
        const seen = queue === 'video' && verb === 'see' && own === 'report:see'
        const expected = own === `${queue}:${verb}` || seen ? 200 : 403
        const answer = await client.sendRaw(call, input)
        expect([call.path, queue, answer.status]).toEqual([call.path, queue, expected])
      }
    },
  )

  test('a dismissal by the reserved message needs the permission for reports, a rejection that for videos', async () => {
    const id = await addVideo(server.owner, { type: videoType.personal })
    await addReports(server.owner, id)
    const forVideos = await someoneWith('video:decide')
    const forReports = await someoneWith('report:decide')
    const reject = (by: Client, message: string) =>
      by.send(videoCalls.personal.reject, { videoId: id, message })
    expect((await reject(forVideos, dismissalMessage)).status).toBe(403)
    expect((await reject(forReports, 'blurred')).status).toBe(403)
    expect((await reject(forReports, dismissalMessage)).msg).toBe('ok')
    expect((await reject(forVideos, 'blurred')).msg).toBe('ok')
  })

  test('what is held may be decided on, skipped and undone only while the role has the permission', async () => {
    const [first, second] = [await addVideo(server.owner), await addVideo(server.owner)]
    const key = await newRole(['video:decide'])
    const client = await server.signIn(key)
    const desk = newDesk()
    const held = await take(client, desk)
    const done = await decide(client, { desk, lease: held.lease, action: 'approve' })
    const other = await take(client, desk)
    expect([held.id, other.id]).toEqual([first, second])
    await change(key, ['report:decide', 'video:takeDown', 'video:see'])
    const lease = other.lease
    const refused = [
      await decide(client, { desk, lease, action: 'approve' }),
      await decide(client, { desk, lease, action: 'takeDown', reasonIds: [1] }),
      await client.send(focusCalls.skip, { desk, lease }),
      await client.send(focusCalls.undo, { desk, decision: done.body.data.decision }),
    ]
    expect(refused.map((answer) => answer.status)).toEqual([403, 403, 403, 403])
    expect(await statusOf(server.owner, 'video', first)).toBe(status.approved)
    expect(await statusOf(server.owner, 'video', second)).toBe(status.pending)
    await change(key, ['video:decide'])
    expect((await client.send(focusCalls.skip, { desk, lease })).msg).toBe('ok')
    await change(key, ['report:decide'])
    expect((await client.send(focusCalls.unskip, { desk, lease })).status).toBe(403)
    expect((await client.send(focusCalls.release, { desk })).msg).toBe('ok')
  })

  test('user info tells the app what the person may do, and what their role is called', async () => {
    const key = await newRole(['project:decide'])
    const { name } = (await roleOf(key)) ?? expect.fail()
    const { info } = (await (await server.signIn(key)).send(sessionCalls.userInfo, {})).body
    expect(info).toMatchObject({ role: key, roleName: name })
    expect(info.permissions).toEqual(['project:see', 'project:decide'])
    const lead = (await (await server.signIn('lead')).send(sessionCalls.userInfo, {})).body.info
    expect(lead).toMatchObject({ role: 'lead', roleName: null, permissions: builtInRoles.lead })
  })
})

describe('a change of a role', () => {
  test('acts on the next request, on every replica, and ends no session', async () => {
    const replica = await startReplica(server)
    try {
      const key = await newRole(['project:see'])
      const here = await server.signIn(key)
      const there = Object.assign(server.stranger(), here, { url: replica.url })
      const projects = (client: Client) => client.fetch('/admin/ext/project/1')
      for (let n = 0; n < 5; n++) {
        await change(key, ['audit'])
        for (const client of [here, there]) expect((await projects(client)).status).toBe(403)
        await change(key, ['project:see'])
        for (const client of [here, there]) expect((await projects(client)).status).toBe(200)
      }
    } finally {
      await closeAtOnce(replica.app)
      await replica.db.close()
    }
  })

  test('is in the record, and what is so already leaves no trace', async () => {
    const name = nextName()
    const key = await newRole(['video:feature', 'audit'], name)
    const given = { role: key, name, permissions: ['audit'] as Permission[] }
    for (let n = 0; n < 2; n++) expect((await chief.send(roleCalls.change, given)).msg).toBe('ok')
    for (let n = 0; n < 2; n++)
      await chief.send(roleCalls.setSecondFactor, { role: key, required: 'true' })
    expect((await chief.send(roleCalls.remove, { role: key })).msg).toBe('ok')
    const events = await eventsOf(name)
    expect(events.map(({ action, by }) => [action, by])).toEqual(
      ['create', 'change', 'setSecondFactor', 'remove'].map((act) => [`role.${act}`, chief.userId]),
    )
    expect(events[1]?.details).toEqual({ name, added: [], removed: ['video:see', 'video:feature'] })
  })

  test('needs the password, shortly before', async () => {
    const client = await server.signIn('administrator')
    const key = await newRole(['audit'])
    await server.owner.query(
      sql`update session set confirmed_at = now() - interval '1 hour' where user_id = ${client.userId}`,
    )
    const answers = [
      await client.send(roleCalls.create, { name: 'Late', permissions: ['audit'] }),
      await change(key, ['team'], client),
      await client.send(roleCalls.setSecondFactor, { role: 'lead', required: 'true' }),
      await client.send(roleCalls.remove, { role: key }),
    ]
    expect(answers.map(({ code }) => code)).toEqual([428, 428, 428, 428])
    expect((await roleOf('lead'))?.secondFactor).toBe(false)
    expect((await roleOf(key))?.permissions).toEqual(['audit'])
  })

  test('that asks for a second factor leads people through enrolment from the next request on', async () => {
    const key = await newRole(['video:see'])
    const client = await server.signIn(key)
    const works = async () => (await client.send(historyCalls.pending, {})).code
    expect(await works()).toBe(200)
    await chief.send(roleCalls.setSecondFactor, { role: key, required: 'true' })
    expect(await works()).toBe(428)
    expect((await client.send(sessionCalls.userInfo, {})).body.info.mustEnrol).toBe(true)
    await chief.send(roleCalls.setSecondFactor, { role: key, required: 'false' })
    expect(await works()).toBe(200)
  })

  test('is refused for a built-in role, but for its second factor', async () => {
    for (const role of ['administrator', 'lead', 'reviewer']) {
      expect((await change(role, ['audit'])).msg).toMatch('comes with the product')
      expect((await chief.send(roleCalls.remove, { role })).msg).toMatch('comes with the product')
    }
    expect(
      (await chief.send(roleCalls.setSecondFactor, { role: 'lead', required: 'true' })).msg,
    ).toBe('ok')
    expect(await roleOf('lead')).toMatchObject({ secondFactor: true, name: null })
    await chief.send(roleCalls.setSecondFactor, { role: 'lead', required: 'false' })
    expect((await change('no such role', ['audit'])).msg).toMatch('no such role')
  })

  test('to a name that looks like another one is refused, also for two at once', async () => {
    const create = (name: string) => chief.send(roleCalls.create, { name, permissions: ['audit'] })
    expect((await create('Night shift')).msg).toBe('ok')
    for (const name of ['night  SHIFT', 'Ｎight shift', 'Administrator', '管理员', 'lead'])
      expect([name, (await create(name)).msg]).toEqual([
        name,
        'There is a role with this name already',
      ])
    expect((await create(' \u200b ')).msg).toBe('name is required')
    const answers = await Promise.all([1, 2, 3].map(() => create('Day shift')))
    expect(answers.filter(({ msg }) => msg === 'ok')).toHaveLength(1)
    expect(answers.filter(({ msg }) => /with this name/.test(msg))).toHaveLength(2)
    const [one, other] = [await newRole(['audit']), await newRole(['audit'])]
    const renamed = await Promise.all(
      [one, other].map((role) =>
        chief.send(roleCalls.change, { role, name: 'Late shift', permissions: ['audit'] }),
      ),
    )
    expect(renamed.map(({ msg }) => msg).sort()).toEqual([
      'There is a role with this name already',
      'ok',
    ])
  })
})

describe('a role is removed', () => {
  test('only while no account has it', async () => {
    const key = await newRole(['video:see'])
    const { userId: id } = await server.signIn(key)
    expect((await roleOf(key))?.accounts).toBe(1)
    expect((await chief.send(roleCalls.remove, { role: key })).msg).toBe(
      'Accounts have this role: 1. Give them another one first',
    )
    expect((await chief.send(teamCalls.setRole, { id, role: 'reviewer' })).msg).toBe('ok')
    expect((await chief.send(roleCalls.remove, { role: key })).msg).toBe('ok')
    expect((await chief.send(teamCalls.setRole, { id, role: key })).code).toBe(404)
  })

  test('or given to somebody at the same moment: never both', async () => {
    for (let n = 0; n < 8; n++) {
      const key = await newRole(['audit'])
      const { userId: id } = await server.signIn('reviewer')
      const answers = await Promise.all([
        chief.send(roleCalls.remove, { role: key }),
        chief.send(teamCalls.setRole, { id, role: key }),
      ])
      expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
      expect(answers.map((answer) => answer.status)).toEqual([200, 200])
    }
  })
})
