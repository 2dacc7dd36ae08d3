import { focusCalls } from '@screening-room/contract/focus'
import type { FocusQueue } from '@screening-room/contract/holders'
import { sessionCalls } from '@screening-room/contract/session'
import { expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { Client } from './setup/client.ts'
import { moveClock, withHouse } from './setup/clock.ts'
import { decide, newDesk, next } from './setup/focus.ts'
import { addCertifications, addVideos } from './setup/items.ts'
import { accepts, answers } from './setup/receiver.ts'
import { dice } from './setup/seed.ts'
import { testPassword } from './setup/server.ts'
import { addSession, sessionCookie } from './setup/sessions.ts'
import { until } from './setup/test-support.ts'
import { countOpen, setScene } from './setup/undo.ts'

/* The clock jumps back and ahead, by seconds and by days, while people work. */

const scene = setScene()
const house = withHouse(scene)
const roll = dice('clock jumps')
const { below, pick } = roll
const queues: FocusQueue[] = ['project-video', 'auth']
const longest = 5 * 86_400

/** Waits that last longer than they ever may. */
const findTooLong = () =>
  scene.server.owner.query(sql`
    select 'throttle' as what, bucket as which, blocked_until - now() as remaining from login_throttle
      where blocked_until > now()
        + case when bucket like 'network:%' then interval '1 hour' else interval '15 minutes' end
    union all select 'lease', queue || subject_id, until - now() from waiting
      where until > now() + interval '5 minutes'
    union all select 'skip', subject_id::text, at - now() from skipped where at > now()
    union all select state, event_id::text, due_at - now() from outbox
      where state in ('waiting', 'sending') and due_at > now() + case
        when state = 'sending' then interval '15 seconds'
        when attempts = 0 then interval '10 minutes'
        else least(interval '1 hour', 2 ^ attempts * interval '1 second') end
    union all select 'session', id::text, expires_at - now() from session
      where idle_expires_at > now() + interval '30 minutes' or expires_at > now() + interval '12 hours'
    union all select 'device', id::text, last_used_at - now() from device where last_used_at > now()`)

async function comeBack(client: Client): Promise<void> {
  client.cookies.set(sessionCookie, await addSession(scene.server.owner, client.userId))
}

async function guess(phone: string, pwd: string): Promise<{ code: number; wait: number }> {
  const { code, headers } = await new Client(scene.li.url).send(sessionCalls.login, { phone, pwd })
  return { code, wait: Number(headers.get('retry-after') ?? 0) }
}

interface Worker {
  client: Client
  desk: string
  decisions: string[]
}

/** Something that begins, prolongs or ends a wait. Refusals are as good as answers; faults are not. */
async function act({ client, desk, decisions }: Worker): Promise<void> {
  const codes: number[] = []
  const { items } = await next(client, desk, pick(queues))
  for (const { lease } of items) {
    if (below(3) === 0) codes.push((await client.send(focusCalls.skip, { desk, lease })).code)
    if (below(2) === 0) {
      const { code, body } = await decide(client, { desk, lease, action: 'approve' })
      codes.push(code)
      if (code === 200) decisions.push(body.data.decision)
    }
  }
  const last = below(2) === 0 ? decisions.pop() : undefined
  if (last) codes.push((await client.send(focusCalls.undo, { desk, decision: last })).code)
  codes.push((await client.send(focusCalls.extend, { desk })).code)
  const { code, wait } = await guess(client.phone, 'a guess that is wrong')
  codes.push(code)
  expect(wait).toBeLessThanOrEqual(3600)
  for (const one of codes) expect([200, 401, 409, 410, 429]).toContain(one)
}

/** Nobody does anything for an hour: everything can be had, and everything was told. */
async function expectNothingStuck(people: readonly Client[]): Promise<void> {
  const { owner } = scene.server
  scene.receiver.manner = accepts
  await moveClock(owner, 3601)
  const newcomer = await scene.server.signIn()
  for (const { phone } of people)
    expect(await guess(phone, testPassword)).toMatchObject({ code: 200 })
  for (const queue of queues) {
    const { items, left } = await next(newcomer, newDesk(), queue)
    expect(items).toHaveLength(Math.min(2, left))
  }
  await until(async () => (await countOpen(scene)) === 0, 60_000)
}

test('whatever the clock does, no wait is longer than its limit, and nothing is stuck afterwards', {
  tags: ['torture'],
}, async () => {
  const { owner } = scene.server
  const jumps = many(8, 300, 3000)
  const workers = [scene.li, scene.wang].map(
    (client): Worker => ({ client, desk: newDesk(), decisions: [] }),
  )
  scene.tell()
  for (let jump = 1; jump <= jumps; jump++) {
    await addVideos(owner, 2)
    await addCertifications(owner, 1)
    scene.receiver.manner = pick([accepts, answers(500)])
    for (const worker of workers) {
      await comeBack(worker.client)
      await act(worker)
    }
    // As many by seconds as by days.
    const seconds = Math.round(Math.exp(roll.next() * Math.log(longest)))
    const back = below(3) > 0
    if (back) await house.setBack(seconds)
    else await moveClock(owner, seconds)
    expect(await findTooLong(), `jump ${jump}: ${back ? '-' : '+'}${seconds} s`).toEqual([])
    if (jump % 10 === 0 || jump === jumps)
      await expectNothingStuck(workers.map(({ client }) => client))
  }
  figure('K1', jumps)
})
