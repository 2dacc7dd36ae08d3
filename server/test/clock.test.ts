import { factorCalls } from '@screening-room/contract/factors'
import { focusCalls } from '@screening-room/contract/focus'
import { refusals } from '@screening-room/contract/refusals'
import { status } from '@screening-room/contract/review'
import { sessionCalls } from '@screening-room/contract/session'
import { videoCalls } from '@screening-room/contract/videos'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { Client } from './setup/client.ts'
import { datedAhead, hours, moveClock, moved, onlyShown, withHouse } from './setup/clock.ts'
import { codeOf, firstStep, nextCode, sendCode, withTotp } from './setup/factors.ts'
import { decide, idsOf, newDesk, next, refused, take } from './setup/focus.ts'
import { addCertifications, addVideo, addVideos, statusOf } from './setup/items.ts'
import { startReplica } from './setup/live.ts'
import { addMachine, keys, Machine } from './setup/platform.ts'
import { answers } from './setup/receiver.ts'
import { closeAtOnce, testPassword } from './setup/server.ts'
import { addSession, sessionCookie } from './setup/sessions.ts'
import { joined } from './setup/stream.ts'
import { until } from './setup/test-support.ts'
import { countOpen, decided, setScene, tooLate, undo } from './setup/undo.ts'

/* The clock is wrong by six hours, and set right: no wait is longer than its limit. */

const grace = 600
const scene = setScene()
const house = withHouse(scene)
const owner = () => scene.server.owner
const pass = (seconds: number) => moveClock(owner(), seconds)

/** A session of this moment, however far the clock was moved. */
async function comeBack(client: Client): Promise<void> {
  client.cookies.set(sessionCookie, await addSession(owner(), client.userId))
}

beforeEach(async () => {
  await owner().query(sql`delete from login_throttle`)
  await comeBack(scene.wang)
  await comeBack(scene.li)
})

async function guess(
  phone: string,
  pwd = 'a guess that is wrong',
  client = new Client(scene.li.url),
) {
  const { code, headers } = await client.send(sessionCalls.login, { phone, pwd })
  return { code, wait: Number(headers.get('retry-after') ?? 0) }
}

/** Guesses until this network, or strangers to this account, have to wait for the longest time. */
async function block(bucket: 'network' | 'account', phone: string): Promise<void> {
  await guess(phone)
  await owner().query(
    sql`update login_throttle set failures = 50 where bucket like ${`${bucket}:%`}`,
  )
  await guess(phone)
}

test('every stored moment is one that nothing waits for, or one that is moved here', async () => {
  const columns = await owner().query<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type like 'timestamp%' order by 1`)
  const known = new Set([...onlyShown, ...moved])
  expect(columns.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

describe('six hours ahead and set right:', () => {
  test.each([
    ['network', 3600],
    ['account', 900],
  ] as const)(
    'one %s waits for its longest time at most, and not again later',
    async (bucket, longest) => {
      const { phone } = await scene.server.signIn()
      await block(bucket, phone)
      expect(await guess(phone, testPassword)).toEqual({ code: 429, wait: longest })
      await house.setBack(hours(6))
      const { code, wait } = await guess(phone, testPassword)
      expect(code).toBe(429)
      expect(wait).toBeGreaterThan(longest - 30)
      expect(wait).toBeLessThanOrEqual(longest)
      await pass(longest)
      expect(await guess(phone, testPassword)).toEqual({ code: 200, wait: 0 })
      // The moment at which the wait would have begun, had the clock been right.
      await pass(hours(6) - longest)
      expect(await guess(phone, testPassword)).toEqual({ code: 200, wait: 0 })
    },
  )

  test('the key before a rotation works for a day at most, not for thirty hours', async () => {
    const old = await addMachine(scene.server)
    const key = await keys.rotate(owner(), old.key.slice(0, 12))
    await house.setBack(hours(6))
    expect((await old.events()).status).toBe(200)
    await pass(hours(24))
    expect((await old.events()).status).toBe(401)
    expect((await new Machine(old.url, key).events()).status).toBe(200)
  })

  test('a mistake that cost nothing blocks nobody', async () => {
    const { phone } = await scene.server.signIn()
    await guess(phone)
    await house.setBack(hours(6))
    expect(await guess(phone, testPassword)).toEqual({ code: 200, wait: 0 })
  })

  test('five sessions of then do not end the one of now, before anybody has corrected them', async () => {
    const mei = await scene.server.signIn()
    for (let n = 0; n < 5; n++) await new Client(mei.url).signIn(mei.phone, testPassword)
    await house.shut()
    await moveClock(owner(), -hours(6))
    const now = new Client(mei.url)
    expect((await now.signIn(mei.phone, testPassword)).code).toBe(200)
    expect((await now.send(sessionCalls.userInfo, {})).code).toBe(200)
  })

  test('a session that nobody uses ends after its half hour, and one that is used after its hours', async () => {
    const idle = await scene.server.signIn()
    await house.setBack(hours(6))
    const isIn = async (client: Client) =>
      (await client.send(sessionCalls.userInfo, {})).code === 200
    expect(await isIn(idle)).toBe(true)
    await pass(31 * 60)
    expect(await isIn(idle)).toBe(false)

    const used = await scene.server.signIn()
    const inUse = sql`update session set idle_expires_at = expires_at where user_id = ${used.userId}`
    await pass(hours(10))
    await owner().query(inUse)
    await owner().query(sql`update session set last_seen_at = now() where user_id = ${used.userId}`)
    await house.setBack(hours(6))
    await owner().query(inUse)
    await pass(hours(1.9))
    expect(await isIn(used)).toBe(true)
    await pass(hours(0.2))
    expect(await isIn(used)).toBe(false)
  })

  test('a device is known for ninety days, not for longer', async () => {
    const mei = await scene.server.signIn()
    await house.setBack(hours(24 * 30))
    await block('account', mei.phone)
    await pass(hours(24 * 91))
    await block('account', mei.phone)
    expect((await guess(mei.phone, testPassword, mei)).code).toBe(429)
  })

  test('a second step is open for its five minutes, and a typed password counts as long', async () => {
    const person = await withTotp(scene.server)
    const { client, ticket } = await firstStep(person.phone, new Client(scene.li.url))
    await house.setBack(hours(6))
    await pass(301)
    await nextCode(scene.server, person.id)
    const late = await sendCode(client, ticket, await codeOf(person.secret))
    expect(late.code).toBe(refusals.ticket_ended.code)
    const change = await person.client.send(factorCalls.removeTotp, {})
    expect(change.code).toBe(refusals.confirm_password.code)
  })

  test('an item whose holder is gone is handed out after the time of a lease', async () => {
    await addVideos(owner(), 2)
    const { items } = await next(scene.li, newDesk())
    await house.setBack(hours(6))
    expect(idsOf((await next(scene.wang, scene.desk)).items)).toEqual([])
    await pass(301)
    expect(idsOf((await next(scene.wang, scene.desk)).items)).toEqual(idsOf(items))
  })

  test.each([
    ['six hours', hours(6)],
    ['three minutes', 180],
  ])('a reviewer at work keeps the item, and what was played fits in: %s', async (_, back) => {
    const id = await addVideo(owner())
    const { lease } = await take(scene.li, scene.desk)
    await pass(290)
    await scene.li.send(focusCalls.extend, { desk: scene.desk })
    await house.setBack(back)
    expect(idsOf((await next(scene.wang, newDesk())).items)).toEqual([])
    const played = [{ from: 0, to: 285, speed: 1, muted: true, visible: true }]
    const receipt = JSON.stringify({ duration: 300, played, sheet: [], sheetWhole: false })
    const answer = await decide(scene.li, { desk: scene.desk, lease, action: 'approve', receipt })
    expect(answer.msg).toBe('ok')
    expect(await statusOf(owner(), 'video', id)).toBe(status.approved)
  })

  test('under a lease of then, before anybody has corrected it, what was played is believed', async () => {
    await addVideo(owner())
    const { lease } = await take(scene.li, scene.desk)
    await house.shut()
    await moveClock(owner(), -hours(6))
    const played = [{ from: 0, to: 100, speed: 1, muted: true, visible: true }]
    const receipt = JSON.stringify({ duration: 300, played, sheet: [], sheetWhole: false })
    const answer = await decide(scene.li, { desk: scene.desk, lease, action: 'approve', receipt })
    expect(answer.msg).toBe('ok')
  })

  test('what was skipped comes back after its twelve hours', async () => {
    const id = await addVideo(owner())
    const { lease } = await take(scene.li, scene.desk)
    await scene.li.send(focusCalls.skip, { desk: scene.desk, lease })
    await house.setBack(hours(6))
    expect(await next(scene.li, scene.desk)).toMatchObject({ items: [], skipped: 1 })
    await pass(hours(12) + 1)
    await comeBack(scene.li)
    expect(idsOf((await next(scene.li, scene.desk)).items)).toEqual([id])
  })

  test('a decision can be taken back for its grace once more, and is told after it', async () => {
    const [first = 0, second = 0] = await addVideos(owner(), 2)
    const one = await decided(scene, await take(scene.wang, scene.desk), 'approve')
    const other = await decided(scene, await take(scene.wang, scene.desk), 'approve')
    await house.setBack(hours(6))
    expect((await undo(scene, one)).code).toBe(200)
    expect(await statusOf(owner(), 'video', first)).toBe(status.pending)
    await pass(grace)
    expect(await undo(scene, other)).toMatchObject(tooLate)
    scene.tell()
    await until(() => scene.receiver.taken.length > 0)
    expect(scene.receiver.taken).toMatchObject([{ subject: second, action: 'approve' }])
  })

  test('what could not be told is tried again after its pause, and what its sender lost as well', async () => {
    const [authId = 0] = await addCertifications(owner(), 1)
    scene.receiver.manner = answers(500)
    const videoId = await addVideo(owner())
    await scene.wang.send(videoCalls.project.approve, { videoId })
    await pass(grace)
    scene.tell()
    await until(() => scene.receiver.requests.length > 0)
    await until(async () => (await countOpen(scene)) === 1)
    scene.receiver.manner = answers(204)
    // As a sender leaves it that was killed.
    await scene.li.send(focusCalls.next, { queue: 'auth', desk: scene.desk })
    const auth = await decided(
      { ...scene, wang: scene.li },
      await take(scene.li, scene.desk, 'auth'),
      'approve',
    )
    await owner().query(sql`
      update outbox set state = 'sending', attempts = 1, due_at = now() + interval '15 seconds'
      where decision = ${auth}`)
    await house.setBack(hours(6))
    await pass(15)
    await until(async () => (await countOpen(scene)) === 0, 60_000)
    const told = scene.receiver.taken.map(({ queue, subject }) => `${queue} ${subject}`)
    expect(told.sort()).toEqual([`certification ${authId}`, `video ${videoId}`])
  })

  test('a decision of then, sent again now, is no double click, and has no grace of six hours', async () => {
    const videoId = await addVideo(owner())
    const [authId = 0] = await addCertifications(owner(), 1)
    const { lease } = await take(scene.wang, scene.desk, 'auth')
    const fields = { desk: scene.desk, lease, action: 'approve' }
    await datedAhead(owner(), async () => {
      await scene.wang.send(videoCalls.project.approve, { videoId })
      expect((await decide(scene.wang, fields)).body.data.graceSeconds).toBe(grace)
    })
    expect(await scene.wang.send(videoCalls.project.approve, { videoId })).toMatchObject(
      refused('already_decided'),
    )
    expect(await decide(scene.wang, fields)).toMatchObject(refused('already_decided'))
    expect(await statusOf(owner(), 'certification', authId)).toBe(status.approved)
  })
})

describe('a jump ahead by six hours:', () => {
  test('waits, leases, graces and sessions are over, and everything goes on', async () => {
    const mei = await scene.server.signIn()
    await block('network', mei.phone)
    const [first = 0, ...others] = await addVideos(owner(), 3)
    const decision = await decided(scene, await take(scene.wang, scene.desk), 'approve')
    await next(mei, newDesk())
    await pass(hours(6))
    expect((await mei.send(sessionCalls.userInfo, {})).code).toBe(401)
    expect((await mei.signIn(mei.phone, testPassword)).code).toBe(200)
    await comeBack(scene.wang)
    await comeBack(scene.li)
    expect(await undo(scene, decision)).toMatchObject(tooLate)
    scene.tell()
    await until(() => scene.receiver.taken.length > 0)
    expect(scene.receiver.taken).toMatchObject([{ subject: first }])
    expect(idsOf((await next(scene.li, newDesk())).items).sort()).toEqual(others)
  })
})

describe('the server’s own clock is set back by six hours:', () => {
  afterEach(() => vi.useRealTimers())
  const setBack = () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() - hours(6) * 1000)
  }

  test('whether it is ready is asked anew', async () => {
    const { app, db, url } = await startReplica(scene.server)
    const ready = async () => (await fetch(`${url}/readyz`)).status
    try {
      await expect.poll(ready).toBe(200)
      setBack()
      await db.close()
      await expect.poll(ready, { timeout: 20_000 }).toBe(503)
    } finally {
      await closeAtOnce(app)
    }
  })

  test('open screens are still told how much is pending', async () => {
    const stream = await joined(scene.li)
    const pending = () => stream.of('counts').length
    await expect.poll(pending, { timeout: 20_000 }).toBeGreaterThan(0)
    setBack()
    const before = pending()
    await addVideos(owner(), 3)
    await expect.poll(pending, { timeout: 20_000 }).toBeGreaterThan(before)
    stream.leave()
  })
})
