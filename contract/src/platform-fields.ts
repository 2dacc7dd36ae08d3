import * as z from 'zod/mini'
import { hiddenCharacterIn, isLonger } from './fields.ts'
import { type ProblemCode, problem } from './problems.ts'
import { isBlank } from './review.ts'

/* The values in a JSON body. They have their own types there, so nothing is read from strings. */

/** What is absent is required; what is there has the wrong type. */
const wrongType = (code: ProblemCode, ...values: (string | number)[]) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined ? problem('required') : problem(code, ...values),
})

/** Shown to reviewers as it is, so it may hold any character that PostgreSQL can store. */
export function content(most: number) {
  return z.string(wrongType('text')).check(
    z.refine((value) => !isLonger(value, most), { error: problem('too_long', most) }),
    z.refine((value) => !value.includes('\0') && !/\p{Cs}/u.test(value), {
      error: problem('encoding'),
    }),
  )
}

/** The same for what must not be blank. */
export const filled = (most: number) =>
  content(most).check(z.refine((value) => !isBlank(value), { error: problem('required') }))

/** One line without hidden characters: it is read beside others of its kind, or compared. */
export const plain = (most: number) =>
  filled(most).check(({ value, issues }) => {
    const found = hiddenCharacterIn(value, 'one line')
    if (found) issues.push({ code: 'custom', input: value, message: problem(found) })
  })

export const longestExternalId = 128
/** The platform's name of a thing, or of one that is referred to. */
export const externalId = () => plain(longestExternalId)

/** Absent and null say the same: it has none. */
export const orNull = <T extends z.ZodMiniType>(field: T) => z.nullish(field)

export function number(least: number, most: number) {
  const whole = wrongType('whole', least, most)
  return z.int(whole).check(z.gte(least, whole), z.lte(most, whole))
}

/** Fields whose numbers may have a fraction. */
export const decimalFields: readonly string[] = ['score', 'from', 'to']

export function decimal(least: number, most: number) {
  const between = wrongType('decimal', least, most)
  return z.number(between).check(z.gte(least, between), z.lte(most, between))
}

export const flag = z.boolean(wrongType('flag'))

export const word = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, wrongType('one_of', words.join(', ')))

export const listOf = <T extends z.ZodMiniType>(field: T, most: number) =>
  z.array(field, wrongType('list')).check(z.maxLength(most, { error: problem('too_many', most) }))

/** With its zone, since the sender's is unknown. Archives are old; other years are a mistake of the sender's. */
export const moment = z.iso
  .datetime({ offset: true, ...wrongType('moment') })
  .check(z.regex(/^(19|20|21)\d\d/, { error: problem('years', 1900, 2199) }))
