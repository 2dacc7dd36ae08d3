import {
  type Language,
  problem,
  problemSentence,
  type RefusalCode,
  refusalSentence,
  things,
} from '@screening-room/contract/refusals'

type Details = Record<string, string | number>

/**
 * A "no" that the contract names. Anything else that is thrown is a fault.
 * `details` fill the sentence, `data` travels beside it, `language`-bound words go in as functions.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: Details | ((language: Language) => Details)
  readonly data: unknown
  readonly retryAfter: number | undefined

  constructor(
    code: RefusalCode,
    details: Refusal['details'] = {},
    more: { data?: unknown; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(code, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.details = details
    this.data = more.data
    this.retryAfter = more.retryAfter
  }

  sentence(language: Language): string {
    const given = typeof this.details === 'function' ? this.details(language) : this.details
    const { problem } = given
    const details =
      typeof problem === 'string'
        ? { ...given, problem: problemSentence(problem, language) }
        : given
    return refusalSentence(this.code, details, language)
  }
}

export function missing(thing: keyof typeof things, id: number | string): Refusal {
  return new Refusal('not_found', (language) => ({ thing: things[thing][language], id }))
}

/** A refusal that names a field. The problem is written as the contract's schemas write theirs. */
export function badField(field: string, ...args: Parameters<typeof problem>): Refusal {
  return new Refusal('bad_input', { field, problem: problem(...args) })
}
