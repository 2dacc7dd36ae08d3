import { hasAny, permissions } from '@screening-room/contract/permissions'
import { hasAction, queueNames, ruleFor } from '@screening-room/contract/queues'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runRoleCommand } from '../src/cli/roles.ts'
import { sql } from '../src/db/sql.ts'
import { createAccount, setRole } from '../src/domain/accounts.ts'
import { decide } from '../src/domain/review.ts'
import { Refusal } from '../src/refusal.ts'
import { findRoles } from '../src/store/roles.ts'
import { addCertifications, addProjects, addReports, addVideo } from './setup/items.ts'
import { startServer, type TestServer } from './setup/server.ts'

/* Below the guard: a decision that a call of its own forgot to guard is still refused. */

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('nobody decides without the permission of the action, nor without any permissions', async () => {
  const video = await addVideo(server.owner)
  const ids = {
    video,
    report: (await addReports(server.owner, video))[0] ?? 0,
    certification: (await addCertifications(server.owner, 1))[0] ?? 0,
    project: (await addProjects(server.owner, 1))[0] ?? 0,
  }
  const actions = ['approve', 'reject', 'takeDown', 'feature', 'categorize', 'reopen'] as const
  let asked = 0
  for (const queue of queueNames)
    for (const action of actions) {
      if (!hasAction(queue, action)) continue
      const { who } = ruleFor(queue, action as never)
      const others = permissions.filter((one) => !hasAny([one], who ? [who] : []))
      for (const own of [undefined, [], others]) {
        const by = { id: 1, nickName: 'x', requestId: 'x', ...(own && { permissions: own }) }
        const done = server.db.transaction((tx) =>
          decide(tx, by, queue, action as never, ids[queue], { reason: 'x', reasonIds: [1] }),
        )
        const refused = await done.catch((error) => error instanceof Refusal && error.code)
        expect([queue, action, refused]).toEqual([queue, action, 'forbidden'])
        asked += 1
      }
    }
  expect(asked).toBeGreaterThan(30)
  expect(await server.owner.query(sql`select * from event`)).toEqual([])
})

test('the operator makes, changes, binds and removes roles as on the screen, by key or by name', async () => {
  const role = (what: string, given: Record<string, string | boolean>) =>
    runRoleCommand(server.db, what, (name) => String(given[name] ?? expect.fail(name)), given)
  const stored = async (name: string) =>
    (await findRoles(server.db)).find((one) => one.name === name)
  await role('create', { name: 'Night watch', permissions: 'report:decide' })
  expect(await stored('Night watch')).toMatchObject({
    permissions: ['report:see', 'report:decide'],
  })
  await expect(role('create', { name: 'night watch', permissions: 'audit' })).rejects.toThrow(
    'role_name_taken',
  )
  await expect(role('change', { role: 'Night watch', permissions: 'eat' })).rejects.toThrow(
    'eat is none of certification:see',
  )
  await expect(role('remove', { role: 'nobody' })).rejects.toThrow('there is no role nobody')
  await role('change', { role: 'Night watch', permissions: 'audit' })
  await role('second-factor', { role: 'Night watch', on: true })
  expect(await stored('Night watch')).toMatchObject({ permissions: ['audit'], secondFactor: true })

  for (const phone of ['13611110001', '13611110002'])
    await createAccount(server.db, { phone, nickName: 'Two', role: 'administrator' })
  await role('four-eyes', { role: 'Night watch', acts: 'erase,roles' })
  expect(await stored('Night watch')).toMatchObject({ fourEyes: ['erase', 'roles'] })
  await role('four-eyes', { role: 'Night watch', acts: 'none' })
  expect(await stored('Night watch')).toMatchObject({ fourEyes: [] })
  const { key = '' } = (await stored('Night watch')) ?? {}
  await createAccount(server.db, { phone: '13611110003', nickName: 'Owl', role: key })
  await expect(role('remove', { role: key })).rejects.toThrow('role_in_use')
  await setRole(server.db, '13611110003', 'reviewer')
  await role('remove', { role: key })
  expect(await stored('Night watch')).toBeUndefined()
  const events = await server.owner.query<{ action: string }>(
    sql`select action from event where queue = 'role' and actor_name = 'operator' order by id`,
  )
  expect(events.map(({ action }) => action.replace('role.', ''))).toEqual([
    ...['create', 'change', 'setSecondFactor', 'setFourEyes', 'setFourEyes', 'remove'],
  ])
})
