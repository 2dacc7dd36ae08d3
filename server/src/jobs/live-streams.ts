import type { News, NewsName } from '@screening-room/contract/live'
import { hasAny, type Permission } from '@screening-room/contract/permissions'
import { seeing } from '@screening-room/contract/queue-permissions'
import type { Queue } from '@screening-room/contract/queues'
import { untoldNotes } from '@screening-room/contract/review'
import type { BaseLogger } from 'pino'
import { isReview, type SealedEvent } from '../store/live.ts'

/* The open streams, and writing to them. */

const maxBufferedBytes = 1_000_000

/** One open screen, however it is connected. */
export interface Reader {
  /** Returns how many bytes it has not taken yet. */
  write(text: string): number
  /** Nothing more comes. */
  end(): void
  /** It cannot keep up: it reconnects and asks for what it missed. */
  drop(): void
}

export interface Stream {
  sessionId: string
  /** As the session was read last. */
  permissions: readonly Permission[]
  reader: Reader
  /** Position in the record of the last event that was sent to it. */
  position: number
  /** False while it receives what it missed. */
  caughtUp: boolean
  /** The counts that were sent to it last. */
  counts: string
}

export function serverSentEvent<Name extends NewsName>(
  name: Name,
  data: News<Name>,
  id?: number,
): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`
  return `event: ${name}\n${idLine}data: ${JSON.stringify(data)}\n\n`
}

const sees = ({ permissions }: Stream, queue: Queue) => hasAny(permissions, seeing(queue))

export interface Streams {
  all(): Stream[]
  caughtUp(): Stream[]
  has(stream: Stream): boolean
  add(stream: Stream): void
  remove(stream: Stream): void
  clear(): void
  /** Drops a stream that does not take what is written. */
  write(stream: Stream, text: string): void
  writeToAll(text: string): void
  /** To those who may see this queue. */
  writeOf(queue: Queue, text: string): void
  writeDecisions(stream: Stream, events: readonly SealedEvent[]): void
  sayBye(stream: Stream): void
}

export function openStreams(log: Pick<BaseLogger, 'warn'>, onLastRemoved: () => void): Streams {
  const streams = new Set<Stream>()

  function remove(stream: Stream): void {
    streams.delete(stream)
    if (streams.size === 0) onLastRemoved()
  }

  function write(stream: Stream, text: string): void {
    if (!streams.has(stream)) return
    if (stream.reader.write(text) <= maxBufferedBytes) return
    log.warn('a live stream that nobody reads was dropped')
    stream.reader.drop()
    remove(stream)
  }

  const caughtUp = () => [...streams].filter((stream) => stream.caughtUp)

  return {
    all: () => [...streams],
    caughtUp,
    has: (stream) => streams.has(stream),
    add: (stream) => void streams.add(stream),
    remove,
    clear: () => streams.clear(),
    write,
    writeToAll(text) {
      for (const stream of caughtUp()) write(stream, text)
    },
    writeOf(queue, text) {
      for (const stream of caughtUp()) if (sees(stream, queue)) write(stream, text)
    },
    writeDecisions(stream, events) {
      for (const { position, queue, id, action, status, by } of events) {
        if (position <= stream.position) continue
        stream.position = position
        if (isReview(queue) && sees(stream, queue) && !untoldNotes.includes(action))
          write(stream, serverSentEvent('decision', { queue, id, action, status, by }, position))
      }
    },
    sayBye(stream) {
      stream.reader.write(serverSentEvent('bye', {}))
      stream.reader.end()
      remove(stream)
    },
  }
}
