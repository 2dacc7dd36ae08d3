import type * as z from 'zod/mini'
import type { Permission } from './permissions.ts'
import type { RefusalCode } from './refusals.ts'

/** `session`: everybody who is signed in. Of several permissions, any one. */
export type Needs = 'public' | 'session' | Permission | readonly Permission[]

/** What a machine key may be allowed. A key has no permission, and a person has no scope. */
export const scopes = ['items:write', 'reports:write', 'events:read', 'members:erase'] as const
export type Scope = (typeof scopes)[number]

/** The body of an answer: `code`, `msg` and what the call returns. */
export type Answer = Record<string, unknown>

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
  /** Brings another provider's form of the answer into ours, where the specification shows none. */
  adapt?: (answer: Answer) => Answer
  /**
   * Without the envelope of `code` and `msg`: plain JSON, server-sent events, a line of JSON for each row, or
   * rows in the format that was asked for.
   */
  responds?: 'json' | 'events' | 'lines' | 'rows'
  refuses: readonly RefusalCode[]
  needs: Needs
  /** Which of them, where that depends on the input. */
  needsFor?(input: z.output<Input>): readonly Permission[]
  /** For machines: sent with a key that has this scope, and never with a session. Then it needs `[]`, which nobody has. */
  scope?: Scope
  /** Only user info may be requested without the Bearer: the client has none yet (spec, section 5). */
  bearer?: 'optional'
  /** Also for people whose role needs a second factor and who have none yet. */
  enrolment?: true
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
