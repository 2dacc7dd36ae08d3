import { type Claimed, focusCalls } from '@screening-room/contract/focus'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { deliverOutbox } from '../../src/jobs/outbox.ts'
import { expectWhole } from './checks.ts'
import type { Client } from './client.ts'
import { clearItems, decide, newDesk } from './focus.ts'
import { addReasons } from './items.ts'
import { openReceiver, type Receiver, webhookSecret } from './receiver.ts'
import { startServer, type TestServer } from './server.ts'

/* A reviewer who decides and undoes it, an administrator, and the platform that is notified. */

export type Fields = Record<string, string | number | number[]>

export const tooLate = { code: 409, msg: 'Too late to undo: the decision has taken effect' }

interface Scene {
  server: TestServer
  receiver: Receiver
  /** A reviewer, at a desk. */
  wang: Client
  desk: string
  /** An administrator. */
  li: Client
  reasons: number[]
  /** Sends what is due, until the end of the test. */
  tell(): void
}

type Reviewer = Pick<Scene, 'wang' | 'desk'>

/** The grace is long: what is to be over is said to be. */
export function setScene(): Scene {
  const scene = { desk: newDesk() } as Scene
  let worker: { stop(): Promise<void> } | undefined
  scene.tell = () => {
    const webhook = { url: scene.receiver.url, secret: webhookSecret }
    worker = deliverOutbox(scene.server.db, webhook, pino({ level: 'silent' }))
  }
  beforeAll(async () => {
    scene.server = await startServer({ env: { UNDO_GRACE_SECONDS: '600' } })
    scene.receiver = await openReceiver()
    scene.wang = await scene.server.signIn('reviewer', '王芳')
    scene.li = await scene.server.signIn('administrator', 'Li Wei')
    scene.reasons = await addReasons(scene.server.owner)
  })
  beforeEach(async () => {
    await clearItems(scene.server.owner)
    await scene.server.owner.query(
      sql`update outbox set state = 'dead' where state in ('waiting', 'sending')`,
    )
    scene.receiver.taken.length = 0
    scene.receiver.requests.length = 0
  })
  afterEach(async () => {
    await worker?.stop()
    worker = undefined
    await expectWhole(scene.server)
  })
  afterAll(async () => {
    await scene.receiver.close()
    await scene.server.close()
  })
  return scene
}

/** The name of the decision, which is made. */
export async function decided(
  { wang, desk }: Reviewer,
  { lease }: Claimed,
  action: string,
  more: Fields = {},
): Promise<string> {
  const { msg, body } = await decide(wang, { desk, lease, action, ...more })
  expect(msg).toBe('ok')
  return body.data.decision
}

export const undo = ({ wang, desk }: Reviewer, decision: string, headers = {}, by = wang) =>
  by.send(focusCalls.undo, { desk, decision }, headers)

export const endGrace = ({ server }: Scene) =>
  server.owner.query(sql`update outbox set due_at = now() where state = 'waiting'`)

export async function countOpen({ server }: Scene): Promise<number> {
  const rows = await server.owner.query(
    sql`select from outbox where state in ('waiting', 'sending')`,
  )
  return rows.length
}

export async function holderOf({ server }: Scene, queue: string, id: number) {
  const [row] = await server.owner.query(sql`
    select lease_id as lease, desk, holder_id as holder,
      extract(epoch from until - now())::float8 as seconds
    from waiting where queue = ${queue} and subject_id = ${id}`)
  return row
}
