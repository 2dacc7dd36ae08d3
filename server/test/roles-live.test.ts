import { certificationCalls } from '@screening-room/contract/certifications'
import type { Permission } from '@screening-room/contract/permissions'
import { videoCalls } from '@screening-room/contract/videos'
import { expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { Client } from './setup/client.ts'
import { addCertifications, addVideo } from './setup/items.ts'
import { hold, live, sealAll, soon, withReplicas } from './setup/live.ts'
import { addPerson, addSession, sessionCookie } from './setup/sessions.ts'
import { joined } from './setup/stream.ts'

withReplicas()

const setRole = (key: string, own: Permission[]) =>
  live.server.owner.query(sql`
    insert into team_role (key, permissions) values (${key}, ${own}::text[])
    on conflict (key) do update set permissions = excluded.permissions`)

async function listener(role: string): Promise<Client> {
  const person = await addPerson(live.server.owner, { role })
  const client = new Client(live.server.url)
  client.cookies.set(sessionCookie, await addSession(live.server.owner, person.id))
  client.token = person.token
  return client
}

test('an open screen is told nothing of queues that they do not see, from the moment on that they do not', async () => {
  const { server } = live
  await setRole('videos', ['video:see'])
  await setRole('both', ['video:see', 'certification:see'])
  const [ours, all] = [await joined(await listener('videos')), await joined(await listener('both'))]
  const chief = await server.signIn('administrator', 'Chief')
  const decideBoth = async () => {
    const videoId = await addVideo(server.owner)
    const [authId = 0, held = 0] = await addCertifications(server.owner, 2)
    await hold('certification', held, { id: chief.userId, name: 'Chief' })
    await chief.send(certificationCalls.approve, { authId })
    await chief.send(videoCalls.project.approve, { videoId })
    await sealAll()
    return { queue: 'video', id: videoId }
  }
  const lastOf = (stream: typeof ours) => {
    const last = stream.of('decision').at(-1)?.data
    return last && { queue: last.queue, id: last.id }
  }
  const first = await decideBoth()
  for (const stream of [ours, all]) await expect.poll(() => lastOf(stream), soon).toEqual(first)
  const queuesOf = (stream: typeof ours) =>
    new Set([...stream.of('decision'), ...stream.of('lease')].map(({ data }) => data.queue))
  await expect.poll(() => all.of('lease').length, soon).toBeGreaterThan(0)
  expect([...queuesOf(all)].sort()).toEqual(['certification', 'video'])
  expect([...queuesOf(ours)]).toEqual(['video'])

  await setRole('both', ['video:see'])
  const before = all.heard.filter(({ data }) => data.queue === 'certification').length
  const second = await decideBoth()
  await expect.poll(() => lastOf(all), soon).toEqual(second)
  expect(all.heard.filter(({ data }) => data.queue === 'certification')).toHaveLength(before)
  ours.leave()
  all.leave()
})
