import { Readable } from 'node:stream'
import { everyone } from '@screening-room/contract/call'
import { livePath } from '@screening-room/contract/live'
import { Gauge } from 'prom-client'
import { sessionOf } from '../http/guard.ts'
import type { Policy } from '../http/policy.ts'
import { openHub } from '../jobs/live.ts'
import type { Reader } from '../jobs/live-streams.ts'
import type { Context } from './context.ts'

const readers: Policy = { access: 'session', roles: everyone, bearer: 'required' }
/** Who does not even take the goodbye holds nobody up. */
const byeMilliseconds = 1000

export function liveRoutes({ app, db, metrics }: Context): void {
  const hub = openHub(db, app.log)
  app.addHook('preClose', async () => hub.end())
  app.addHook('onClose', () => hub.stop())
  new Gauge({
    name: 'live_streams',
    help: 'Screens that are told of decisions as they happen',
    registers: [metrics],
    collect() {
      this.set(hub.size())
    },
  })

  app.route({
    method: 'GET',
    url: livePath,
    config: { policy: readers },
    handler: async (request, reply) => {
      const stream = new Readable({ read() {} })
      const reader: Reader = {
        write(text) {
          stream.push(text)
          return stream.readableLength
        },
        end() {
          stream.push(null)
          setTimeout(() => stream.destroy(), byeMilliseconds).unref()
        },
        drop: () => void stream.destroy(),
      }
      reply.raw.once('close', () => {
        hub.leave(reader)
        stream.destroy()
      })
      const last = request.headers['last-event-id']
      await hub.join(sessionOf(request).id, reader, typeof last === 'string' ? last : undefined)
      // Gone while it was told what it had missed, or that was more than anybody keeps for him.
      if (stream.destroyed) {
        reply.hijack()
        reply.raw.destroy()
        return reply
      }
      return reply
        .headers({
          'content-type': 'text/event-stream; charset=utf-8',
          // Between us and the browser nobody may collect what is meant for now.
          'cache-control': 'no-store, no-transform',
          'x-accel-buffering': 'no',
        })
        .send(stream)
    },
  })
}
