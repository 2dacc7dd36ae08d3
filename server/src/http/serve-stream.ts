import { Readable } from 'node:stream'
import type { AnyCall, InputOf, OutputOf } from '@screening-room/contract/call'
import type { FastifyInstance } from 'fastify'
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

/**
 * Responds with a line of JSON for each row, for as long as it takes. A batch is read when the client has
 * taken the one before it, and none after it has gone, its session has ended or the server shuts down. A
 * response that is cut off lacks the end of its chunked encoding, so no client takes it for the whole.
 */
export function serveStream<C extends AnyCall>(
  app: FastifyInstance,
  db: Db,
  call: C,
  read: (input: InputOf<C>) => AsyncIterator<OutputOf<C>[]>,
): void {
  const open = new Set<Readable>()
  let running = 0
  app.addHook('preClose', async () => {
    for (const stream of open) stream.destroy()
  })

  registerBare(app, call, async (request, reply) => {
    const input = readInput(call, request)
    if (running >= streamsAtMost) throw new Refusal('too_busy', {}, { retryAfter: 10 })
    running += 1
    reply.raw.once('close', () => {
      running -= 1
    })
    const { id: sessionId } = sessionOf(request)
    const batches = read(input)
    // Before the headers, so that a failure is still a refusal.
    const first = await inTime(reply, batches.next(), 'too_busy')

    // Gone while it was read: nobody would end the stream.
    if (reply.raw.destroyed) {
      await batches.return?.()
      return reply.hijack()
    }

    async function* lines(): AsyncGenerator<string> {
      try {
        for (let batch = first; !batch.done; batch = await batches.next()) {
          const stalled = setTimeout(() => stream.destroy(), stalledMs)
          try {
            if (batch.value.length > 0) yield toLines(batch.value)
          } finally {
            clearTimeout(stalled)
          }
          const live = await findLiveSessions(db, [sessionId])
          if (live.length === 0) throw new Error('the session ended during the export')
        }
      } finally {
        await batches.return?.()
      }
    }
    const stream = Readable.from(lines(), { highWaterMark: 1 })
    open.add(stream)
    stream.once('close', () => open.delete(stream))
    reply.raw.once('close', () => stream.destroy())
    return reply
      .type('application/x-ndjson; charset=utf-8')
      .header('cache-control', 'no-store, no-transform')
      .send(stream)
  })
}

const toLines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
