import type { BaseLogger } from 'pino'
import type { Db } from '../db/pool.ts'
import { Refusal } from '../refusal.ts'
import { findSealedEvents, getRecordEnd, type RecordEnd } from '../store/live.ts'
import type { Session } from '../store/sessions.ts'
import { createNewsSender, eventsPerRead, readHeld } from './live-news.ts'
import { pollAndListen } from './live-poll.ts'
import { openStreams, type Reader, type Stream, serverSentEvent } from './live-streams.ts'

/*
 * Sends decisions, leases and counts to open screens. What is sent is always read from the database,
 * every 1.5 s while a stream is open; NOTIFY only makes that sooner. So every replica sends the same,
 * a lost connection loses nothing, and a pooler that cannot LISTEN costs a second.
 */

/** Proxies cut connections that are silent for long. */
const heartbeatIntervalMs = 15_000
const maxStreams = 200
const maxStreamsPerSession = 3
const maxMissedEvents = 1000
/** The screen reads its first list before it opens the stream; what happened in between is sent too. */
const overlapSeconds = 5

type Listener = Pick<Session, 'id' | 'permissions'>

export interface Hub {
  /** Resolves when everything up to now was written; the caller leaves when its connection ends. */
  join(session: Listener, reader: Reader, lastEventId: string | undefined): Promise<void>
  leave(reader: Reader): void
  size(): number
  /** Ends every stream with "bye", and refuses new ones. */
  end(): void
  stop(): Promise<void>
}

/** Where a stream begins; undefined if too much was missed, or the position is not in this record. */
function startOf(lastEventId: string | undefined, end: RecordEnd): number | undefined {
  if (lastEventId === undefined) return end.recent
  const position = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : -1
  const isKnown = position >= 0 && position <= end.newest
  return isKnown && position >= end.newest - maxMissedEvents ? position : undefined
}

export function openHub(db: Db, log: Pick<BaseLogger, 'warn'>): Hub {
  let ended = false
  let polling: { stop(): Promise<void> } | undefined
  let stopping: Promise<void> = Promise.resolve()
  const streams = openStreams(log, stopPolling)
  const news = createNewsSender(db, streams)

  function startPolling(): { stop(): Promise<void> } {
    const heartbeat = setInterval(() => streams.writeToAll(': beat\n\n'), heartbeatIntervalMs)
    const { stop } = pollAndListen(db, log, news.sendChanges)
    return {
      stop: () => {
        clearInterval(heartbeat)
        return stop()
      },
    }
  }

  function stopPolling(): void {
    if (!polling) return
    stopping = polling.stop()
    polling = undefined
  }

  async function begin(stream: Stream, lastEventId: string | undefined): Promise<void> {
    const end = await getRecordEnd(db, overlapSeconds)
    if (!streams.has(stream)) return
    if (!polling) {
      // Before the screen asks who holds what: a change between the two must not be missed.
      const held = await readHeld(db)
      if (!streams.has(stream)) return
      if (!polling) {
        news.startFrom(end.newest, held)
        polling = startPolling()
      }
    }
    const start = startOf(lastEventId, end)
    stream.position = start ?? end.newest
    streams.write(stream, `retry: 1000\nid: ${stream.position}\n\n`)
    if (start === undefined) streams.write(stream, serverSentEvent('resync', {}, stream.position))
    while (stream.position < news.position() && streams.has(stream)) {
      const events = await findSealedEvents(db, stream.position, eventsPerRead)
      if (events.length === 0) break
      streams.writeDecisions(stream, events)
    }
    stream.caughtUp = true
  }

  function refuseTooMany(sessionId: string): void {
    const open = streams.all()
    if (ended || open.length >= maxStreams) throw new Refusal('too_busy', {}, { retryAfter: 5 })
    const own = open.filter((stream) => stream.sessionId === sessionId)
    if (own.length >= maxStreamsPerSession)
      throw new Refusal('too_many_streams', {}, { retryAfter: 30 })
  }

  return {
    async join({ id: sessionId, permissions }, reader, lastEventId) {
      refuseTooMany(sessionId)
      const fresh = { position: 0, caughtUp: false, counts: '' }
      const stream = { sessionId, permissions, reader, ...fresh }
      streams.add(stream)
      try {
        await begin(stream, lastEventId)
      } catch (error) {
        streams.remove(stream)
        throw error
      }
    },
    leave(reader) {
      for (const stream of streams.all()) if (stream.reader === reader) streams.remove(stream)
    },
    size: () => streams.all().length,
    end() {
      ended = true
      for (const stream of streams.all()) streams.sayBye(stream)
    },
    async stop() {
      // A stream that is still joining finds itself gone, and starts nothing.
      ended = true
      streams.clear()
      stopPolling()
      await stopping
    },
  }
}
