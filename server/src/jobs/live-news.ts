import type { Db } from '../db/pool.ts'
import { countPending } from '../domain/pending.ts'
import { findHeld, findSealedEvents, type Held } from '../store/live.ts'
import { findLiveSessions } from '../store/sessions.ts'
import { type Streams, serverSentEvent } from './live-streams.ts'

/* Reads what changed since the last time, and writes it to the open streams. */

export const eventsPerRead = 500
const countIntervalMs = 1000

type HeldItems = Map<string, Held>

export async function readHeld(db: Db): Promise<HeldItems> {
  return new Map((await findHeld(db)).map((one) => [`${one.queue} ${one.id}`, one]))
}

export interface NewsSender {
  /** Position in the record up to which every stream that has caught up was served. */
  position(): number
  startFrom(position: number, held: HeldItems): void
  sendChanges(): Promise<void>
}

export function createNewsSender(db: Db, streams: Streams): NewsSender {
  let position = 0
  let held: HeldItems = new Map()
  let countedAt = Number.NEGATIVE_INFINITY

  async function endDeadSessions(): Promise<void> {
    const open = streams.all()
    const ids = new Set(open.map((stream) => stream.sessionId))
    const live = new Map((await findLiveSessions(db, [...ids])).map((one) => [one.id, one]))
    for (const stream of open) {
      const session = live.get(stream.sessionId)
      if (session) stream.permissions = session.permissions
      else streams.sayBye(stream)
    }
  }

  async function sendDecisions(): Promise<void> {
    for (let more = true; more; ) {
      const events = await findSealedEvents(db, position, eventsPerRead)
      more = events.length === eventsPerRead
      position = events.at(-1)?.position ?? position
      for (const stream of streams.caughtUp()) streams.writeDecisions(stream, events)
    }
  }

  async function sendLeases(): Promise<void> {
    const now = await readHeld(db)
    const before = held
    held = now
    for (const [key, { queue, id }] of before)
      if (!now.has(key)) streams.writeOf(queue, serverSentEvent('lease', { queue, id, by: null }))
    for (const [key, one] of now)
      if (before.get(key)?.by.id !== one.by.id)
        streams.writeOf(one.queue, serverSentEvent('lease', one))
  }

  async function sendCounts(): Promise<void> {
    if (performance.now() - countedAt < countIntervalMs) return
    countedAt = performance.now()
    const text = serverSentEvent('counts', await countPending(db))
    for (const stream of streams.caughtUp()) {
      if (stream.counts === text) continue
      stream.counts = text
      streams.write(stream, text)
    }
  }

  return {
    position: () => position,
    startFrom(from, holding) {
      position = from
      held = holding
    },
    async sendChanges() {
      // First, so that a session that has ended receives nothing more.
      await endDeadSessions()
      await sendDecisions()
      await sendLeases()
      await sendCounts()
    },
  }
}
