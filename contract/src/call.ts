import type * as z from 'zod/mini'
import type { RefusalCode } from './refusals.ts'

/** Roles. An administrator may do everything; a reviewer reviews. */
export const everyone = ['administrator', 'reviewer'] as const
export type Role = (typeof everyone)[number]
export const administrators: readonly Role[] = ['administrator']

/** What a machine key may be allowed. A key has no role, and a person has no scope. */
export const scopes = ['items:write', 'reports:write', 'events:read'] as const
export type Scope = (typeof scopes)[number]

/**
 * One call of the API, declared once: the server serves it, the web sends it, the docs print it.
 * `input` parses the strings on the wire; `output` is the response without `code` and `msg`.
 */
export interface Call<
  Input extends z.ZodMiniObject = z.ZodMiniObject,
  Output extends z.ZodMiniObject = z.ZodMiniObject,
> {
  method: 'GET' | 'POST'
  /** As spelt on the wire; `{id}` is an input field in the path. */
  path: string
  summary: string
  /** How our client sends the input; the server accepts form, JSON and query. `json`: a JSON body only. */
  sends: 'nothing' | 'form' | 'query' | 'json'
  input: Input
  output: Output
  /** Without the envelope of `code` and `msg`: plain JSON, server-sent events, or a line of JSON for each row. */
  responds?: 'json' | 'events' | 'lines'
  refuses: readonly RefusalCode[]
  roles: 'public' | readonly Role[]
  /** For machines: sent with a key that has this scope, and never with a session. It has no roles then. */
  scope?: Scope
  /** Only user info may be requested without the Bearer: the client has none yet (spec, section 5). */
  bearer?: 'optional'
  /** A change is recorded, honours Idempotency-Key, and is never sent by GET. */
  changes?: true
  /** Where the call comes from: the specification, our reading of it, or our own addition. */
  origin: 'spec' | 'decisions' | 'ours'
}

export function defineCall<
  const Input extends z.ZodMiniObject,
  const Output extends z.ZodMiniObject,
>(call: Call<Input, Output>): Call<Input, Output> {
  return call
}

// biome-ignore lint/suspicious/noExplicitAny: a call with any fields
export type AnyCall = Call<any, any>
/** The parsed input of a call: numbers are numbers. */
export type InputOf<C> = C extends Call<infer Input, infer _> ? z.output<Input> : never
/** The response of a call without `code` and `msg`. */
export type OutputOf<C> = C extends Call<infer _, infer Output> ? z.output<Output> : never
