import type { Server } from 'node:http'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
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

const patienceMilliseconds = 8000
const turnsAtMost = 1000

/**
 * Stops without a request lost. During the notice everything is served, `/readyz` says that this server
 * is leaving, and each connection is closed with its answer, so that proxies turn to others. Then no new
 * connection is taken, and what has begun is finished.
 */
export async function closeGracefully(
  app: FastifyInstance,
  noticeMilliseconds: number,
): Promise<void> {
  app.draining.now = true
  await pause(noticeMilliseconds)
  await takeWhatArrived(app.server)
  app.server.close()
  const sweep = setInterval(() => void closeIdle(app.server), 50)
  const last = setTimeout(() => app.server.closeAllConnections(), patienceMilliseconds)
  // Waits for the connections that are left; of itself it would wait for idle ones as well.
  await app.close()
  clearInterval(sweep)
  clearTimeout(last)
}

/**
 * The kernel takes connections and bytes before we do, and closing a socket throws them away. Node takes
 * one connection in each turn of its loop, and reads all that can be read.
 */
async function takeWhatArrived(server: Server): Promise<void> {
  let taken = true
  const note = () => {
    taken = true
  }
  server.on('connection', note)
  for (let turns = 0; taken && turns < turnsAtMost; turns++) {
    taken = false
    await turn()
  }
  server.off('connection', note)
}

/** After what arrived has been read: a connection with a new request is not idle. */
async function closeIdle(server: Server): Promise<void> {
  await turn()
  server.closeIdleConnections()
}
