import { type EventKind, endpointCalls, eventKinds } from '@screening-room/contract/endpoints'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Db } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { endpointSecrets } from '../../src/domain/secret-box.ts'
import { deliverToEndpoints } from '../../src/jobs/endpoints.ts'
import { sealEvents } from '../../src/store/housekeeping.ts'
import { expectWhole } from './checks.ts'
import type { Client } from './client.ts'
import { clearItems, newDesk } from './focus.ts'
import { addReasons } from './items.ts'
import { accepts, openReceiver, type Receiver } from './receiver.ts'
import { startServer, type TestServer } from './server.ts'

/* An administrator who keeps endpoints, a reviewer, and two receivers. */

interface KeptEndpoint {
  id: number
  secret: string
}

interface Scene {
  server: TestServer
  li: Client
  wang: Client
  desk: string
  one: Receiver
  other: Receiver
  /** What the senders log. */
  logged: string[]
  /** Sends what is due, until the end of the test. */
  deliver(db?: Db): { stop(): Promise<void> }
  add(receiver: Receiver, kinds?: readonly EventKind[]): Promise<KeptEndpoint>
  /** The undo period is over, and the record goes on: what was decided can be handed out. */
  settle(): Promise<void>
}

export function setEndpointScene(): Scene {
  const scene = { desk: newDesk(), logged: [] as string[] } as Scene
  const log = pino({ level: 'debug' }, { write: (line: string) => void scene.logged.push(line) })
  let workers: { stop(): Promise<void> }[] = []
  scene.deliver = (db = scene.server.db) => {
    const worker = deliverToEndpoints(db, endpointSecrets(scene.server.mediaKey), log)
    workers.push(worker)
    return worker
  }
  scene.add = async (receiver, kinds = eventKinds) => {
    const input = { name: 'Platform', url: receiver.url, kinds: [...kinds] }
    const { body, msg } = await scene.li.send(endpointCalls.add, input)
    expect(msg).toBe('ok')
    const { id, secret } = body.data
    receiver.secrets = [secret ?? '']
    return { id, secret: secret ?? '' }
  }
  scene.settle = async () => {
    const { owner, db } = scene.server
    await owner.query(sql`update outbox set due_at = now() where state = 'waiting'`)
    while ((await sealEvents(db)) > 0);
  }
  beforeAll(async () => {
    scene.server = await startServer({ env: { UNDO_GRACE_SECONDS: '600' } })
    scene.one = await openReceiver()
    scene.other = await openReceiver()
    scene.li = await scene.server.signIn('administrator', 'Li Wei')
    scene.wang = await scene.server.signIn('reviewer', '王芳')
    await addReasons(scene.server.owner)
  })
  beforeEach(async () => {
    await clearItems(scene.server.owner)
    await scene.server.owner.query(sql`update endpoint set removed_at = now()`)
    for (const receiver of [scene.one, scene.other]) {
      receiver.manner = accepts
      receiver.taken.length = 0
      receiver.requests.length = 0
    }
  })
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
    workers = []
    await expectWhole(scene.server)
  })
  afterAll(async () => {
    await Promise.all([scene.one.close(), scene.other.close()])
    await scene.server.close()
  })
  return scene
}
