import { allCalls } from '@screening-room/contract/all-calls'
import type { AnyCall, InputOf, OutputOf } from '@screening-room/contract/call'
import { permissionsIn } from '@screening-room/contract/permissions'
import { commonRefusals } from '@screening-room/contract/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Queries, Tx } from '../db/pool.ts'
import { inputHash, once } from '../domain/once.ts'
import { badField, Refusal } from '../refusal.ts'
import type { Actor } from '../store/events.ts'
import type { Session } from '../store/sessions.ts'
import { type Gate, refuseUnpermitted, sessionOf } from './guard.ts'
import { inTime, timeLeft } from './in-time.ts'
import { readInput } from './input.ts'
import type { Policy } from './policy.ts'
import { writeJson } from './write-json.ts'

/* A call of the contract, served: its path, policy, input and output come from there and nowhere else. */

const names = new Map([...allCalls].map(([name, call]) => [call, name]))

export function policyOf(call: AnyCall): Policy {
  if (call.scope) return { access: 'key', scope: call.scope }
  if (call.needs === 'public') return { access: 'public' }
  const { bearer = 'required', enrolment } = call
  const needs = call.needs === 'session' ? call.needs : permissionsIn(call.needs)
  return { access: 'session', needs, bearer, ...(enrolment && { enrolment }) }
}

declare module 'fastify' {
  interface FastifyInstance {
    undoGraceSeconds: number
  }
}

type Answer<C> = Promise<OutputOf<C>> | OutputOf<C>

function register<C extends AnyCall>(
  app: FastifyInstance,
  call: C,
  work: (request: FastifyRequest, reply: FastifyReply) => Promise<OutputOf<C>>,
  readsSession: boolean,
): void {
  const name = names.get(call)
  if (!name) throw new Error(`${call.method} ${call.path} is not among all calls`)
  const changes = call.changes === true
  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    config: { policy: policyOf(call), call: name, changes, readsSession },
    handler: async (request, reply) => {
      // Too late to say whether a change happened; of a read, nothing needs to be known.
      const late = changes ? 'not_confirmed' : 'too_busy'
      const output = await inTime(reply, work(request, reply), late).catch((error) => {
        throw foreseen(call, name, error)
      })
      reply.envelopeCode = 200
      return reply
        .type('application/json; charset=utf-8')
        .send(writeJson(call, { code: 200, msg: 'ok', ...(output as object) }))
    },
  })
}

export function serve<C extends AnyCall>(
  app: FastifyInstance,
  call: C,
  handler: (input: InputOf<C>, request: FastifyRequest, reply: FastifyReply) => Answer<C>,
): void {
  const work = async (request: FastifyRequest, reply: FastifyReply) => {
    const input = readInput(call, request)
    if (call.needsFor) refuseUnpermitted(request, sessionOf(request), call.needsFor(input))
    return handler(input, request, reply)
  }
  register(app, call, work, false)
}

/** A read whose first statement also finds the session it reads for: one round trip to the database. */
export function serveRead<C extends AnyCall>(
  app: FastifyInstance,
  gate: Gate,
  call: C,
  handler: (db: Queries, input: InputOf<C>) => Answer<C>,
): void {
  if (call.needs === 'public' || call.needsFor || call.changes)
    throw new Error(`${call.path} is no such read`)
  const work = async (request: FastifyRequest) => {
    let input: InputOf<C>
    try {
      input = readInput(call, request)
    } catch (refusal) {
      await gate.check(request)
      throw refusal
    }
    const output = await handler(gate.readerOf(request), input)
    sessionOf(request)
    return output
  }
  register(app, call, work, true)
}

/** A refusal that the contract does not list for this call is a mistake of ours. */
export function foreseen(call: AnyCall, name: string, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const listed: readonly string[] = [...commonRefusals, ...call.refuses]
  return listed.includes(error.code)
    ? error
    : new Error(`${name} refused with ${error.code}, which its contract does not list`)
}

export type SignedIn = Actor &
  Pick<Session, 'role' | 'roleNeedsFactor' | 'permissions' | 'fourEyes'> & { sessionId: string }

/** Who sent a request that has a session, as the record names them. */
export function actorOf(request: FastifyRequest): SignedIn {
  const { userId, nickName, id, role, roleNeedsFactor, permissions, fourEyes } = sessionOf(request)
  const may = { role, roleNeedsFactor, permissions, fourEyes }
  return { id: userId, nickName, ...may, requestId: request.id, sessionId: id }
}

const keyFormat = /^[\x21-\x7e]{8,128}$/

export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key !== undefined && (typeof key !== 'string' || !keyFormat.test(key)))
    throw badField('Idempotency-Key', 'key_format')
  return key
}

/**
 * A change: one transaction, recorded, at most once for its Idempotency-Key. `kept` leaves out of the stored
 * answer what is shown once. `after` follows the commit and has that much time; the change stays, whatever comes of it.
 */
export function serveChange<C extends AnyCall>(
  app: FastifyInstance,
  db: Db,
  call: C,
  change: (tx: Tx, by: SignedIn, input: InputOf<C>) => Answer<C>,
  kept?: (answer: OutputOf<C>) => OutputOf<C>,
  after?: (answer: OutputOf<C>, withinMs: number) => Promise<OutputOf<C>>,
): void {
  if (!call.changes) throw new Error(`${call.path} is not declared as a change`)
  serve(app, call, async (input, request, reply) => {
    const by = { ...actorOf(request), graceSeconds: app.undoGraceSeconds }
    const key = idempotencyKeyOf(request)
    const action = key
      ? { userId: by.id, key, call: names.get(call) ?? call.path, inputHash: inputHash(input) }
      : undefined
    const answer = await once<OutputOf<C>>(db, action, async (tx) => change(tx, by, input), kept)
    return after ? after(answer, timeLeft(reply)) : answer
  })
}
