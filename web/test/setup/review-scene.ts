import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { readConfig } from '../../src/api/client.ts'
import { setConfig } from '../../src/api/config.ts'
import { storeToken } from '../../src/api/token.ts'
import { doublePressGuardMs } from '../../src/screens/focus/session/actions.ts'
import {
  createReviewSession,
  type ReviewSession,
} from '../../src/screens/focus/session/review-session.ts'
import type { ReviewSessionOptions } from '../../src/screens/focus/session/session-context.ts'
import { claimed, focusServer, type Received, type Reply } from './focus-server.ts'

/* A review session against a server that responds as each test says. */

interface Scene {
  requests: Received[]
  queue: number[]
  handedOut: number
  /** Of items that the platform has changed. */
  versions: Record<number, number>
  responses: Record<string, (request: Received) => Reply | Promise<Reply>>
}

export const scene: Scene = {
  requests: [],
  queue: [],
  handedOut: 2,
  versions: {},
  responses: {},
}

let server: Server
let clock = 1_000_000
const started: ReviewSession[] = []

export const idOf = ({ fields }: Received) => Number(fields.lease?.replace('lease-', ''))
export const refusal = (code: number, msg: string) => ({ code, msg })
export const approve = { action: 'approve' as const }

export const ids = (session: ReviewSession) => session.state().items.map(({ id }) => id)
/** A busy machine may need longer than the default second. */
export const eventually = (check: () => void) => vi.waitFor(check, 15_000)
export const calls = () => scene.requests.map(({ call }) => call)
export const later = (by: number) => {
  clock += by
}
export const idle = (session: ReviewSession) =>
  eventually(() => {
    const { unsent, fetchingMore } = session.state()
    expect([unsent, fetchingMore]).toEqual([0, false])
  })

export async function start(options: Pick<ReviewSessionOptions, 'onceShown'> = {}) {
  const session = createReviewSession({
    filter: { queue: 'project' },
    now: () => clock,
    ...options,
  })
  started.push(session)
  session.open()
  await eventually(() => expect(session.state().phase).toBe('working'))
  later(doublePressGuardMs)
  return session
}

function usualResponses(): Scene['responses'] {
  return {
    next: () => ({
      data: {
        items: scene.queue.slice(0, scene.handedOut).map((id) => claimed(id, scene.versions[id])),
        left: scene.queue.length,
        more: false,
        skipped: 0,
        held: 0,
      },
    }),
    decide: (one) => {
      scene.queue = scene.queue.filter((id) => id !== idOf(one))
      return { data: { decision: `decision-${idOf(one)}`, graceSeconds: 10 } }
    },
    skip: (one) => {
      scene.queue = scene.queue.filter((id) => id !== idOf(one))
      return {}
    },
    unskip: (one) => {
      scene.queue = [idOf(one), ...scene.queue]
      return { data: { item: claimed(idOf(one)) } }
    },
    undo: ({ fields }) => {
      const id = Number(fields.decision?.replace('decision-', ''))
      scene.queue = [id, ...scene.queue]
      return { data: { item: claimed(id) } }
    },
    extend: () => ({
      data: { leases: scene.queue.slice(0, 2).map((id) => `lease-${id}`), secondsLeft: 300 },
    }),
  }
}

export function setScene() {
  beforeAll(async () => {
    vi.stubGlobal('navigator', { language: 'en' })
    storeToken('113800000001')
    server = focusServer((request) => {
      scene.requests.push(request)
      return scene.responses[request.call]?.(request)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await readConfig()
  })
  afterAll(() => {
    vi.unstubAllGlobals()
    server.close()
  })

  beforeEach(() => {
    setConfig({ host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ours: true })
    Object.assign(scene, {
      requests: [],
      queue: [1, 2, 3, 4],
      handedOut: 2,
      versions: {},
      responses: usualResponses(),
    })
  })
  // What one test leaves behind must not reach the server of the next.
  afterEach(async () => {
    for (const session of started.splice(0)) session.close()
    await pause(50)
  })
}
