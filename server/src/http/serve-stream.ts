import { Readable } from 'node:stream'
import type { AnyCall, InputOf, OutputOf } from '@screening-room/contract/call'
import { hasAny, permissionsIn } from '@screening-room/contract/permissions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../db/pool.ts'
import { Refusal } from '../refusal.ts'
import { findLiveSessions } from '../store/sessions.ts'
import { sessionOf } from './guard.ts'
import { inTime } from './in-time.ts'
import { readInput } from './input.ts'
import { registerBare } from './serve-bare.ts'

/** Of one call on one server. */
const streamsAtMost = 4
/** A client that reads nothing for this long is disconnected. */
const stalledMs = 30_000

/** How rows are written. */
interface StreamForm {
  type: string
  /** Before the first row. */
  begin?: string
  write: (rows: readonly unknown[]) => string
}

export const jsonLines: StreamForm = {
  type: 'application/x-ndjson; charset=utf-8',
  write: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
}

/**
 * Responds with rows, a line of JSON for each unless `form` says otherwise, for as long as it takes. A batch is
 * read when the client has taken the one before it, and none after it has gone, its session has ended or the
 * server shuts down. A response that is cut off lacks the end of its chunked encoding, so no client takes it
 * for the whole.
 */
export function serveStream<C extends AnyCall>(
  app: FastifyInstance,
  db: Db,
  call: C,
  read: (input: InputOf<C>, request: FastifyRequest) => AsyncIterator<OutputOf<C>[]>,
  form: (input: InputOf<C>, request: FastifyRequest) => StreamForm | Promise<StreamForm> = () =>
    jsonLines,
): void {
  const open = new Set<Promise<unknown>>()
  const streams = new Set<Readable>()
  let running = 0
  // What they hold is given back before the database is closed.
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.destroy()
    await Promise.all(open)
  })

  registerBare(app, call, async (request, reply) => {
    const input = readInput(call, request)
    if (running >= streamsAtMost) throw new Refusal('too_busy', {}, { retryAfter: 10 })
    running += 1
    reply.raw.once('close', () => {
      running -= 1
    })
    const { id: sessionId } = sessionOf(request)
    const { type, begin = '', write } = await form(input, request)
    const batches = read(input, request)
    // Before the headers, so that a failure is still a refusal.
    const first = await inTime(reply, batches.next(), 'too_busy').catch(async (error) => {
      void batches.return?.().catch(() => {})
      throw error
    })

    // Gone while it was read: nobody would end the stream.
    if (reply.raw.destroyed) {
      await batches.return?.()
      return reply.hijack()
    }

    async function* text(): AsyncGenerator<string> {
      if (begin) yield begin
      for (let batch = first; !batch.done; batch = await batches.next()) {
        const stalled = setTimeout(() => stream.destroy(), stalledMs)
        try {
          if (batch.value.length > 0) yield write(batch.value)
        } finally {
          clearTimeout(stalled)
        }
        const [live] = await findLiveSessions(db, [sessionId])
        if (!live) throw new Error('the session ended during the export')
        if (!hasAny(live.permissions, permissionsIn(call.needs)))
          throw new Error('the role lost its permission during the export')
      }
    }
    const stream = Readable.from(text(), { highWaterMark: 1 })
    // Not in the generator: of one that is closed before it is first read, nothing runs.
    const closed = new Promise((resolve) => stream.once('close', resolve))
      .then(() => batches.return?.())
      .catch(() => {})
      .finally(() => open.delete(closed))
    open.add(closed)
    streams.add(stream)
    stream.once('close', () => streams.delete(stream))
    reply.raw.once('close', () => stream.destroy())
    return reply.type(type).header('cache-control', 'no-store, no-transform').send(stream)
  })
}
