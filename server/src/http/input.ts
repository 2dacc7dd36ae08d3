import type { AnyCall, InputOf } from '@screening-room/contract/call'
import { problem, problems } from '@screening-room/contract/refusals'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { badField, Refusal } from '../refusal.ts'
import { readFlatJson } from './flat-json.ts'

/*
 * One strict reader for form, JSON and query alike. Nothing is coerced, dropped or guessed: an
 * unknown, repeated or unreadable field is refused by its name.
 */

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function decode(bytes: Buffer, field: string): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw badField(field, 'encoding')
  }
}

/** `+` is a space, `%` two hexadecimal digits, the bytes UTF-8; anything else is refused. */
function percentDecode(written: string, field: string): string {
  if (!/[%+\u0080-\uffff]/.test(written)) return written
  const spaced = written.replaceAll('+', ' ')
  if (/%(?![0-9a-fA-F]{2})/.test(spaced)) throw badField(field, 'encoding')
  try {
    return decodeURIComponent(spaced)
  } catch {
    throw badField(field, 'encoding')
  }
}

/** A field as it came: one value, or a list that JSON wrote as a list. */
type Pair = [string, string | string[]]

function readPairs(source: string, where: string): Pair[] {
  if (source === '') return []
  return source.split('&').map((pair) => {
    const equals = pair.indexOf('=')
    const name = percentDecode(equals < 0 ? pair : pair.slice(0, equals), where)
    return [
      name,
      percentDecode(equals < 0 ? '' : pair.slice(equals + 1), name.slice(0, 60) || where),
    ]
  })
}

function readBody(request: FastifyRequest): Pair[] {
  const body = request.body
  if (!Buffer.isBuffer(body) || body.length === 0) return []
  const source = decode(body, 'body')
  return request.headers['content-type']?.toLowerCase().startsWith('application/json')
    ? readFlatJson(source)
    : readPairs(source, 'body')
}

export function queryOf(request: FastifyRequest): string {
  const url = request.raw.url ?? ''
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark + 1)
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

type Shape = Record<string, z.ZodMiniType>

function collect(shape: Shape, pairs: Pair[]): Map<string, string[]> {
  const given = new Map<string, string[]>()
  for (const [name, written] of pairs) {
    const values = [written].flat()
    // A name is echoed in the answer, so no more of it than a person needs to recognise it.
    const shown = name.slice(0, 60)
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (!field) throw badField(shown || 'body', 'unknown')
    if (!values.every(isStorable)) throw badField(shown, 'encoding')
    const before = given.get(name)
    if (!takesMany(field)) {
      if (before || values.length > 1) throw badField(shown, 'twice')
      if (Array.isArray(written)) throw badField(shown, 'not_text')
    }
    given.set(name, [...(before ?? []), ...values])
  }
  return given
}

function inner(field: z.ZodMiniType): z.ZodMiniType {
  const def = field._zod.def as { type: string; innerType?: z.ZodMiniType }
  return def.innerType && (def.type === 'optional' || def.type === 'default')
    ? inner(def.innerType)
    : field
}

const takesMany = (field: z.ZodMiniType) => inner(field)._zod.def.type === 'array'

export function readInput<C extends AnyCall>(call: C, request: FastifyRequest): InputOf<C> {
  const shape = call.input.shape as Shape
  const params = Object.entries(request.params as Record<string, string>)
  const given = collect(shape, [
    ...params,
    ...readPairs(queryOf(request), 'query'),
    ...(call.method === 'POST' ? readBody(request) : []),
  ])
  return parse(call, rawOf(shape, given))
}

/** `status=` is how a form says "All". */
function rawOf(shape: Shape, given: Map<string, string[]>): Record<string, string | string[]> {
  const raw: Record<string, string | string[]> = {}
  for (const [name, values] of given) {
    const field = shape[name] as z.ZodMiniType
    const empty = values.length === 1 && values[0] === ''
    if (empty && field._zod.optin !== undefined) continue
    raw[name] = takesMany(field) ? values : (values[0] ?? '')
  }
  return raw
}

function parse<C extends AnyCall>(call: C, raw: Record<string, string | string[]>): InputOf<C> {
  const read = z.safeParse(call.input, raw)
  if (read.success) return read.data as InputOf<C>
  const issue = read.error.issues[0]
  const field = String(issue?.path[0] ?? 'body')
  const written = issue?.message ?? ''
  const known = Object.hasOwn(problems, written.split('|')[0] ?? '')
  throw new Refusal('bad_input', { field, problem: known ? written : problem('required') })
}

/** The fields of one call inside another one: read as strictly as if they had come by themselves. */
export function readFields(call: AnyCall, fields: Record<string, string | string[]>): unknown {
  const shape = call.input.shape as Shape
  return parse(call, rawOf(shape, collect(shape, Object.entries(fields))))
}
