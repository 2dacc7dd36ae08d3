import { createHash } from 'node:crypto'
import { platformCalls } from '@screening-room/contract/all-calls'
import type { AnyCall, InputOf, OutputOf } from '@screening-room/contract/call'
import { longestBody, longestRows } from '@screening-room/contract/platform'
import { problemSentence } from '@screening-room/contract/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Tx } from '../db/pool.ts'
import { fairLimit } from '../domain/fair-limit.ts'
import { changeOnce } from '../domain/platform.ts'
import { nameIn, type RowResult } from '../domain/platform-read.ts'
import { badField, Refusal } from '../refusal.ts'
import type { Actor } from '../store/events.ts'
import type { PlatformKey } from '../store/platform-keys.ts'
import { languageOf } from './answer.ts'
import { inTime } from './in-time.ts'
import { decode, queryOf, readInput } from './input.ts'
import { readJson } from './json.ts'
import { foreseen, idempotencyKeyOf, policyOf } from './serve.ts'
import { writeJson } from './write-json.ts'

/* Calls of the platform's machines. The guard has checked their key. */

const names = new Map([...platformCalls].map(([name, call]) => [call, name]))

/** Of the database's connections, whatever the platform does: keys take turns, reviewers do not wait. */
const work = {
  concurrency: 1,
  waiting: 60,
  waitingPerKey: 30,
  maxWaitMs: 3000,
  refusal: () => new Refusal('too_busy', {}, { retryAfter: 2 }),
}

function keyOf({ url, platformKey }: FastifyRequest): PlatformKey {
  if (!platformKey) throw new Error(`${url} has no key though its policy asks for one`)
  return platformKey
}

/** The rows of a JSON body, as they came. */
function rowsIn(request: FastifyRequest): { rows: unknown[]; hash: Buffer } {
  const { body } = request
  if (queryOf(request) !== '') throw badField('query', 'unknown')
  if (!Buffer.isBuffer(body) || body.length === 0) throw badField('body', 'required')
  if (!request.headers['content-type']?.toLowerCase().startsWith('application/json'))
    throw new Refusal('unsupported_body')
  const given = readJson(decode(body, 'body'))
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw badField('body', 'object')
  const { rows, ...others } = given as Record<string, unknown>
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw badField(unknown.slice(0, 60) || 'body', 'unknown')
  if (rows === undefined) throw badField('rows', 'required')
  if (!Array.isArray(rows)) throw badField('rows', 'list')
  if (rows.length === 0) throw badField('rows', 'required')
  if (rows.length > longestRows) throw badField('rows', 'too_many', longestRows)
  return { rows, hash: createHash('sha256').update(body).digest() }
}

export interface PlatformServer {
  change(
    call: AnyCall,
    work: (tx: Tx, by: Actor, rows: readonly unknown[]) => Promise<RowResult[]>,
  ): void
  read<C extends AnyCall>(call: C, handler: ReadHandler<C>): void
}

/** `limited` runs what needs the database, in the platform's share of it. */
type ReadHandler<C> = (
  input: InputOf<C>,
  reply: FastifyReply,
  limited: <T>(read: () => Promise<T>) => Promise<T>,
) => Promise<OutputOf<C>>

export function servePlatform(app: FastifyInstance, db: Db): PlatformServer {
  const limit = fairLimit(work)

  function register(
    call: AnyCall,
    respond: (request: FastifyRequest, reply: FastifyReply) => Promise<object>,
  ): void {
    const name = names.get(call)
    if (!name || !call.scope) throw new Error(`${call.path} is not a call of the platform`)
    app.route({
      method: call.method,
      url: call.path,
      exposeHeadRoute: false,
      bodyLimit: longestBody,
      config: { policy: policyOf(call), call: name, changes: call.changes === true },
      handler: async (request, reply) => {
        const output = await respond(request, reply).catch((error) => {
          throw foreseen(call, name, error)
        })
        reply.envelopeCode = 200
        return reply
          .type('application/json; charset=utf-8')
          .send(writeJson(call, { code: 200, msg: 'ok', ...output }))
      },
    })
  }

  return {
    change: (call, work) =>
      register(call, async (request, reply) => {
        const { id, name } = keyOf(request)
        const key = idempotencyKeyOf(request)
        if (key === undefined) throw badField('Idempotency-Key', 'required')
        const { rows, hash } = rowsIn(request)
        // Below zero are keys: a person's requests have their own.
        const action = { userId: -id, key, call: call.path, inputHash: hash }
        // What the platform itself does is not for a reviewer to undo.
        const by = { id: -id, nickName: name, requestId: request.id, graceSeconds: 0 }
        const done = limit.run(String(id), () => changeOnce(db, action, (tx) => work(tx, by, rows)))
        const results = await inTime(reply, done, 'not_confirmed')
        const language = languageOf(request)
        const data = results.map(({ id, result, refused }, place) => ({
          external_id: nameIn(rows[place]),
          id,
          result,
          field: refused?.field ?? null,
          message: refused ? problemSentence(refused.problem, language) : null,
        }))
        return { data }
      }),
    read: (call, handler) =>
      register(call, async (request, reply) => {
        const { id } = keyOf(request)
        const limited = <T>(read: () => Promise<T>) => limit.run(String(id), read)
        return handler(readInput(call, request), reply, limited) as Promise<object>
      }),
  }
}
