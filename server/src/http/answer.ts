import { type Language, type RefusalCode, refusals } from '@screening-room/contract/refusals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isBusyError, isConnectionError, isDiskFull, isReadOnly } from '../db/errors.ts'
import { CommitUnknown } from '../db/pool.ts'
import { Refusal } from '../refusal.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The envelope's code, for the log and the metrics. */
    envelopeCode: number
  }
}

export function languageOf(request: FastifyRequest): Language {
  return /^\s*zh\b/i.test(request.headers['accept-language'] ?? '') ? 'zh-CN' : 'en'
}

/** What was thrown, as a refusal; whatever nobody foresaw is a fault. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof CommitUnknown) return new Refusal('not_confirmed', {}, { cause: error })
  if (isDiskFull(error)) return new Refusal('storage_full', {}, { cause: error })
  if (isReadOnly(error)) return new Refusal('read_only', {}, { cause: error })
  if (isConnectionError(error) || isBusyError(error))
    return new Refusal('too_busy', {}, { cause: error, retryAfter: 2 })
  const code = (error as { code?: unknown } | undefined)?.code
  const known = typeof code === 'string' ? fastifyCodes[code] : undefined
  return new Refusal(known ?? 'fault', {}, { cause: error })
}

const fastifyCodes: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_request',
}

/** A Map has no place for `data: undefined`, and clients look for the key. */
function refusalBody(refusal: Refusal, language: Language) {
  return {
    code: refusals[refusal.code].code,
    msg: refusal.sentence(language),
    ...(refusal.data === undefined ? {} : { data: refusal.data }),
  }
}

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const refusal = asRefusal(error)
  const { http } = refusals[refusal.code]
  const body = refusalBody(refusal, languageOf(request))
  reply.envelopeCode = body.code
  if (refusal.code === 'fault') request.log.error({ err: refusal.cause }, 'fault')
  else if (refusal.cause !== undefined)
    request.log.warn({ refusal: refusal.code, cause: String(refusal.cause) }, 'refused')
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
  return reply.code(http).type('application/json; charset=utf-8').send(JSON.stringify(body))
}
