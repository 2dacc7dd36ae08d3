import { type Permission, permissions } from '@screening-room/contract/permissions'
import { roleCalls } from '@screening-room/contract/roles'
import { teamCalls } from '@screening-room/contract/team'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import type { Client } from './setup/client.ts'
import { changeRole, newRole as make } from './setup/roles.ts'
import { startServer, type TestServer } from './setup/server.ts'

/* Who keeps roles and accounts has no way to more than their own role may do. */

let server: TestServer
let chief: Client
beforeAll(async () => {
  server = await startServer()
  chief = await server.signIn('administrator', 'Chief')
})
afterAll(() => server.close())

const newRole = (own: Permission[]) => make(chief, own)
const change = (role: string, own: Permission[], by = chief) => changeRole(by, role, own)
const someoneWith = async (...own: Permission[]) => server.signIn(await newRole(own))
const roleOf = async (key: string) =>
  (await chief.send(roleCalls.list, {})).body.data.find((role) => role.key === key)

describe('nobody gets at more than they have', () => {
  const phones = { last: 0 }
  const phone = () => `1387000${String(++phones.last).padStart(4, '0')}`

  test('by making, widening or removing a role, or asking less of it', async () => {
    const keeper = await someoneWith('team', 'video:see')
    const stronger = await newRole(['platform'])
    const own = await newRole(['video:see'])
    const refused = [
      await keeper.send(roleCalls.create, { name: 'Mine', permissions: ['platform'] }),
      // It would see the queue as well.
      await keeper.send(roleCalls.create, { name: 'Mine', permissions: ['project:decide'] }),
      await change(own, ['video:see', 'audit'], keeper),
      await change(stronger, ['team'], keeper),
      await keeper.send(roleCalls.remove, { role: stronger }),
      await keeper.send(roleCalls.setSecondFactor, { role: 'administrator', required: 'true' }),
    ]
    for (const { code, msg } of refused)
      expect([code, msg]).toEqual([409, 'This needs permissions that you do not have yourself'])
    expect((await roleOf(stronger))?.permissions).toEqual(['platform'])
    expect((await change(own, ['team'], keeper)).msg).toBe('ok')
  })

  test('by way of an account: its role, its link, its sessions, its factors', async () => {
    const keeper = await someoneWith('team', 'video:see')
    const { userId: id } = await server.signIn('reviewer')
    const { userId: mine } = await server.signIn(await newRole(['video:see']))
    const given = { phone: phone(), nickName: 'Puppet' }
    const refused = [
      await keeper.send(teamCalls.invite, { ...given, role: 'administrator' }),
      await keeper.send(teamCalls.invite, { ...given, role: 'reviewer' }),
      await keeper.send(teamCalls.setRole, { id: keeper.userId, role: 'administrator' }),
      await keeper.send(teamCalls.setRole, { id: mine, role: 'lead' }),
      await keeper.send(teamCalls.setRole, { id, role: await newRole(['video:see']) }),
      await keeper.send(teamCalls.newLink, { id }),
      await keeper.send(teamCalls.disable, { id }),
      await keeper.send(teamCalls.enable, { id }),
      await keeper.send(teamCalls.endSessions, { id }),
      await keeper.send(teamCalls.resetFactors, { id: chief.userId, reason: 'x' }),
    ]
    for (const { msg } of refused)
      expect(msg).toBe('This needs permissions that you do not have yourself')
    const weaker = await newRole(['video:see'])
    expect((await keeper.send(teamCalls.invite, { ...given, role: weaker })).msg).toBe('ok')
    expect((await keeper.send(teamCalls.setRole, { id: mine, role: weaker })).msg).toBe('ok')
    expect((await keeper.send(teamCalls.newLink, { id: mine })).msg).toBe('ok')
  })

  test('leads keep neither the team nor the keys, and administrators everything', async () => {
    const lead = await server.signIn('lead')
    for (const path of ['team', 'roles', 'keys', 'endpoints'])
      expect([path, (await lead.fetch(`/admin/ext/${path}`)).status]).toEqual([path, 403])
    expect((await lead.fetch('/admin/ext/events/export')).status).toBe(200)
    for (const path of ['team', 'roles', 'keys', 'endpoints', 'events/export'])
      expect([path, (await chief.fetch(`/admin/ext/${path}`)).status]).toEqual([path, 200])
  })

  test('two administrators who demote each other at once leave one', async () => {
    const other = await server.signIn('administrator')
    await server.owner.query(sql`
      update admin_user set status = 'disabled'
      where role = 'administrator' and id not in (${chief.userId}, ${other.userId})`)
    const role = await newRole([...permissions])
    const answers = await Promise.all([
      chief.send(teamCalls.setRole, { id: other.userId, role }),
      other.send(teamCalls.setRole, { id: chief.userId, role }),
    ])
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    const left = await server.owner.query(
      sql`select from admin_user where role = 'administrator' and status = 'active'`,
    )
    expect(left).toHaveLength(1)
  })
})
