import { builtInRoles } from '@screening-room/contract/permissions'
import { sessionCalls } from '@screening-room/contract/session'
import { expect, test } from 'vitest'
import { migrate } from '../src/db/migrate.ts'
import { Client } from './setup/client.ts'
import { migrateTo } from './setup/migrations.ts'
import { emptyDatabase, openOwnerPool, startServer } from './setup/server.ts'
import { addPerson, addSession, sessionCookie } from './setup/sessions.ts'

test('an upgrade keeps everybody’s role, session and access, and the version before it may add accounts', async () => {
  const database = await emptyDatabase()
  await migrateTo('0030_factors.sql', database.admin, database.app)
  const before = openOwnerPool(database.admin)
  const people = [
    { role: 'administrator', team: 200 },
    { role: 'reviewer', team: 403 },
  ] as const
  const here = []
  for (const { role, team } of people) {
    const person = await addPerson(before, { role })
    here.push({ role, team, person, secret: await addSession(before, person.id) })
  }
  await before.close()
  await migrate(database.admin, database.app)
  const server = await startServer({ database })
  try {
    for (const { role, team, person, secret } of here) {
      const client = new Client(server.url)
      client.cookies.set(sessionCookie, secret)
      client.token = person.token
      const { info } = (await client.send(sessionCalls.userInfo, {})).body
      expect([info.role, info.permissions]).toEqual([role, builtInRoles[role]])
      expect(info.mustEnrol).toBeUndefined()
      expect((await client.fetch('/admin/ext/team')).status).toBe(team)
      expect((await client.fetch('/admin/ext/pending')).status).toBe(200)
      // As the version before it writes one, which knows these two roles.
      await addPerson(server.owner, { role })
    }
    await expect(addPerson(server.owner, { role: 'king' })).rejects.toThrow('foreign key')
  } finally {
    await server.close()
  }
})
