import type { News, NewsName } from '@screening-room/contract/live'
import type { BaseLogger } from 'pino'
import type { Listening } from '../db/listen.ts'
import type { Db } from '../db/pool.ts'
import { countPending } from '../domain/pending.ts'
import { Refusal } from '../refusal.ts'
import { findHeld, findTold, getEnd, type Held, isReview, type Told } from '../store/live.ts'
import { findLiveSessions } from '../store/sessions.ts'

/*
 * Tells open screens of decisions, leases and counts. What is told is always read from the database,
 * every moment and a half while somebody listens; NOTIFY only makes it look sooner. So replicas tell
 * the same, a lost connection loses nothing, and a pooler that cannot LISTEN costs a second.
 */

/** Where NOTIFY speaks, with a word that nobody has to read: it means "look now". */
const channel = 'screening_room'
const lookEvery = 1500
/** Hints may come by the hundred. */
const breath = 150
const countEvery = 1000
/** Proxies cut what is silent for long. */
const beatEvery = 15_000
const streamsAtMost = 200
const streamsOfSession = 3
const missedAtMost = 1000
const bufferedAtMost = 1_000_000
const batch = 500
/** Before the stream the first list was read; what happened between the two is told as well. */
const overlapSeconds = 5

/** One open screen, however it is connected. */
export interface Reader {
  /** Answers how many bytes it has not taken yet. */
  write(text: string): number
  /** Nothing more comes. */
  end(): void
  /** It cannot keep up: it comes back and asks for what it missed. */
  drop(): void
}

interface Stream {
  sessionId: string
  reader: Reader
  /** The last place in the record that it was told. */
  at: number
  /** False while it is told what it missed. */
  caughtUp: boolean
  /** The counts as it was told them last. */
  counts: string
}

export interface Hub {
  /** Resolves when it is told everything up to now; the caller leaves when its connection ends. */
  join(sessionId: string, reader: Reader, lastEventId: string | undefined): Promise<void>
  leave(reader: Reader): void
  size(): number
  /** Says goodbye to everybody, and lets nobody in any more. */
  end(): void
  stop(): Promise<void>
}

function written<Name extends NewsName>(name: Name, data: News<Name>, id?: number): string {
  const place = id === undefined ? '' : `id: ${id}\n`
  return `event: ${name}\n${place}data: ${JSON.stringify(data)}\n\n`
}

export function openHub(db: Db, log: Pick<BaseLogger, 'warn'>): Hub {
  const streams = new Set<Stream>()
  let ended = false
  let watching: { stop(): Promise<void> } | undefined
  let asleep: Promise<void> = Promise.resolve()
  /** The last place in the record that was told to all. */
  let at = 0
  /** Who held what when it was told last. */
  let held = new Map<string, Held>()
  let counted = Number.NEGATIVE_INFINITY

  function remove(stream: Stream): void {
    streams.delete(stream)
    if (streams.size > 0 || !watching) return
    asleep = watching.stop()
    watching = undefined
  }

  function write(stream: Stream, text: string): void {
    if (!streams.has(stream)) return
    if (stream.reader.write(text) <= bufferedAtMost) return
    log.warn('a live stream that nobody reads was dropped')
    stream.reader.drop()
    remove(stream)
  }

  function toAll(text: string): void {
    for (const stream of streams) if (stream.caughtUp) write(stream, text)
  }

  function tell(stream: Stream, told: readonly Told[]): void {
    for (const { position, queue, id, action, status, by } of told) {
      if (position <= stream.at) continue
      stream.at = position
      if (isReview(queue))
        write(stream, written('decision', { queue, id, action, status, by }, position))
    }
  }

  async function endDeadSessions(): Promise<void> {
    const asked = [...streams]
    const live = new Set(
      await findLiveSessions(db, [...new Set(asked.map((one) => one.sessionId))]),
    )
    for (const stream of asked) if (!live.has(stream.sessionId)) sayBye(stream)
  }

  function sayBye(stream: Stream): void {
    stream.reader.write(written('bye', {}))
    stream.reader.end()
    remove(stream)
  }

  async function tellDecisions(): Promise<void> {
    for (let full = true; full; ) {
      const told = await findTold(db, at, batch)
      full = told.length === batch
      at = told.at(-1)?.position ?? at
      for (const stream of streams) if (stream.caughtUp) tell(stream, told)
    }
  }

  async function heldNow(): Promise<Map<string, Held>> {
    return new Map((await findHeld(db)).map((one) => [`${one.queue} ${one.id}`, one]))
  }

  async function tellLeases(): Promise<void> {
    const now = await heldNow()
    const before = held
    held = now
    for (const [key, { queue, id }] of before)
      if (!now.has(key)) toAll(written('lease', { queue, id, by: null }))
    for (const [key, one] of now)
      if (before.get(key)?.by.id !== one.by.id) toAll(written('lease', one))
  }

  async function tellCounts(): Promise<void> {
    if (performance.now() - counted < countEvery) return
    counted = performance.now()
    const text = written('counts', await countPending(db))
    for (const stream of streams) {
      if (!stream.caughtUp || stream.counts === text) continue
      stream.counts = text
      write(stream, text)
    }
  }

  async function look(): Promise<void> {
    // First, so that whoever was sent away is told no more.
    await endDeadSessions()
    await tellDecisions()
    await tellLeases()
    await tellCounts()
  }

  /** Looks again and again, sooner when something is heard, until it is stopped. */
  function watch(): { stop(): Promise<void> } {
    let stopped = false
    let hinted = false
    let rouse = () => {}
    const hear = () => {
      hinted = true
      rouse()
    }
    const sleep = (milliseconds: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        rouse = () => {
          clearTimeout(timer)
          resolve()
        }
        if (stopped) rouse()
      })
    const listening: Listening = db.listen(channel, hear)
    const beats = setInterval(() => toAll(': beat\n\n'), beatEvery)
    const run = async () => {
      while (!stopped) {
        hinted = false
        await look().catch((error) =>
          log.warn({ cause: String(error) }, 'live streams wait for the database'),
        )
        if (!hinted) await sleep(lookEvery)
        if (!stopped) await new Promise((resolve) => setTimeout(resolve, breath))
      }
    }
    const running = run()
    return {
      stop: async () => {
        stopped = true
        clearInterval(beats)
        rouse()
        await listening.stop()
        await running
      },
    }
  }

  /** Where a stream begins; nothing where too much was missed, or nobody here knows that place. */
  function beginning(given: string | undefined, end: { newest: number; recent: number }) {
    if (given === undefined) return end.recent
    const place = /^\d{1,15}$/.test(given) ? Number(given) : -1
    return place >= end.newest - missedAtMost && place >= 0 && place <= end.newest
      ? place
      : undefined
  }

  async function begin(stream: Stream, lastEventId: string | undefined): Promise<void> {
    const end = await getEnd(db, overlapSeconds)
    if (!streams.has(stream)) return
    if (!watching) {
      // Before the screen asks who holds what: nothing may change unseen between the two.
      const holding = await heldNow()
      if (!streams.has(stream)) return
      if (!watching) {
        at = end.newest
        held = holding
        watching = watch()
      }
    }
    const from = beginning(lastEventId, end)
    stream.at = from ?? end.newest
    write(stream, `retry: 1000\nid: ${stream.at}\n\n`)
    if (from === undefined) write(stream, written('resync', {}, stream.at))
    while (stream.at < at && streams.has(stream)) {
      const told = await findTold(db, stream.at, batch)
      if (told.length === 0) break
      tell(stream, told)
    }
    stream.caughtUp = true
  }

  return {
    async join(sessionId, reader, lastEventId) {
      if (ended || streams.size >= streamsAtMost)
        throw new Refusal('too_busy', {}, { retryAfter: 5 })
      const own = [...streams].filter((one) => one.sessionId === sessionId)
      if (own.length >= streamsOfSession)
        throw new Refusal('too_many_streams', {}, { retryAfter: 30 })
      const stream: Stream = { sessionId, reader, at: 0, caughtUp: false, counts: '' }
      streams.add(stream)
      try {
        await begin(stream, lastEventId)
      } catch (error) {
        remove(stream)
        throw error
      }
    },
    leave(reader) {
      for (const stream of streams) if (stream.reader === reader) remove(stream)
    },
    size: () => streams.size,
    end() {
      ended = true
      for (const stream of [...streams]) sayBye(stream)
    },
    async stop() {
      // Whoever is still on his way in starts nothing that nobody would stop.
      ended = true
      streams.clear()
      await watching?.stop()
      watching = undefined
      await asleep
    },
  }
}
