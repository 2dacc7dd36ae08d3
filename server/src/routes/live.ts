import { Readable } from 'node:stream'
import { liveCalls } from '@screening-room/contract/live'
import { Gauge } from 'prom-client'
import { sessionOf } from '../http/guard.ts'
import { serveEvents } from '../http/serve-bare.ts'
import { openHub } from '../jobs/live.ts'
import type { Reader } from '../jobs/live-streams.ts'
import type { Context } from './context.ts'

/** A client that does not even read the goodbye must not delay the shutdown. */
const byeTimeoutMs = 1000

export function liveRoutes({ app, db, metrics }: Context): void {
  const hub = openHub(db, app.log)
  app.addHook('preClose', async () => hub.end())
  app.addHook('onClose', () => hub.stop())
  new Gauge({
    name: 'live_streams',
    help: 'Open live streams',
    registers: [metrics],
    collect() {
      this.set(hub.size())
    },
  })

  serveEvents(app, liveCalls.stream, async (request, reply) => {
    const stream = new Readable({ read() {} })
    const reader: Reader = {
      write(text) {
        stream.push(text)
        return stream.readableLength
      },
      end() {
        stream.push(null)
        setTimeout(() => stream.destroy(), byeTimeoutMs).unref()
      },
      drop: () => void stream.destroy(),
    }
    reply.raw.once('close', () => {
      hub.leave(reader)
      stream.destroy()
    })
    const last = request.headers['last-event-id']
    await hub.join(sessionOf(request), reader, typeof last === 'string' ? last : undefined)
    // Closed while it received what it had missed, or dropped because that was too much.
    if (stream.destroyed) {
      reply.hijack()
      reply.raw.destroy()
      return reply
    }
    return reply
      .headers({
        'content-type': 'text/event-stream; charset=utf-8',
        // No proxy may buffer the stream.
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      })
      .send(stream)
  })
}
