import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** True from the moment the server is asked to stop: it is no longer ready for new visitors. */
    draining: { now: boolean }
  }
}

export function tellWhenDraining(app: FastifyInstance): void {
  app.decorate('draining', { now: false })
  app.addHook('onSend', async (_request, reply) => {
    if (app.draining.now) reply.header('connection', 'close')
  })
}

const noticeMilliseconds = 500
const patienceMilliseconds = 8000

/**
 * Fastify's own close waits for idle keep-alive connections, or drops requests in flight. This one
 * first says that it is leaving, lets what has begun finish, and closes connections as they fall idle.
 */
export async function closeGracefully(app: FastifyInstance): Promise<void> {
  app.draining.now = true
  await pause(noticeMilliseconds)
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  const last = setTimeout(() => app.server.closeAllConnections(), patienceMilliseconds)
  await app.close()
  clearInterval(sweep)
  clearTimeout(last)
}
