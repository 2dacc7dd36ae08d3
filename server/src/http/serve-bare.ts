import { bareCalls } from '@screening-room/contract/all-calls'
import type { AnyCall, OutputOf } from '@screening-room/contract/call'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { foreseen, policyOf } from './serve.ts'
import { writeJson } from './write-json.ts'

/* Calls of the contract that respond without the envelope. */

const names = new Map([...bareCalls].map(([name, call]) => [call, name]))

export function registerBare<C extends AnyCall>(
  app: FastifyInstance,
  call: C,
  respond: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  const name = names.get(call)
  if (!name) throw new Error(`${call.method} ${call.path} is not among the bare calls`)
  if (call.needsFor) throw new Error(`${call.path} is refused before its input is read`)
  app.route({
    method: call.method,
    url: call.path,
    exposeHeadRoute: false,
    // Without `call`: neither the concurrency limit nor the count of envelope codes is meant for it.
    config: { policy: policyOf(call) },
    handler: (request, reply) =>
      respond(request, reply).catch((error) => {
        throw foreseen(call, name, error)
      }),
  })
}

export function serveJson<C extends AnyCall>(
  app: FastifyInstance,
  call: C,
  handler: (request: FastifyRequest) => Promise<OutputOf<C>>,
): void {
  registerBare(app, call, async (request, reply) =>
    reply.type('application/json; charset=utf-8').send(writeJson(call, await handler(request))),
  )
}

/** The handler sends the stream of events itself. */
export function serveEvents<C extends AnyCall>(
  app: FastifyInstance,
  call: C,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  registerBare(app, call, handler)
}
