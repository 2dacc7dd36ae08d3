import * as z from 'zod/mini'
import { canOrder, isOfWaiting } from './orders.ts'
import { problem } from './problems.ts'
import {
  type Filter,
  filtersOf,
  type ListEntry,
  type ListName,
  lists,
  type Order,
  readFilters,
  type WireValues,
} from './queues.ts'
import { isBlank, videoType } from './review.ts'

/*
 * The values on the wire. Inputs arrive as strings, whatever carried them, and are parsed without
 * coercion: `0x10`, `1e3`, `+1` and ` 1` are not numbers. An optional field left empty counts as
 * absent, since clients send `status=` for "All". A check's message is a Problem, which the refusal
 * turns into a sentence in the user's language.
 */

const refused = (...args: Parameters<typeof problem>) => ({ error: problem(...args) })

/** An input field of JSON type `json` in the printed docs, though it is a string on the wire. */
export const fieldDocs = z.registry<{ type: 'integer' | 'string'; enum?: readonly number[] }>()

export function wholeNumber(least: number, most: number) {
  const read = z.pipe(
    z
      .string(refused('required'))
      .check(z.regex(/^(0|[1-9][0-9]{0,15})$/, refused('whole', least, most))),
    z.pipe(
      z.transform(Number),
      z
        .number()
        .check(
          z.gte(least, refused('whole', least, most)),
          z.lte(most, refused('whole', least, most)),
        ),
    ),
  )
  fieldDocs.add(read, { type: 'integer' })
  return read
}

function oneOf<const Code extends number>(codes: readonly Code[]) {
  const read = z.pipe(
    z.enum(codes.map(String) as [string, ...string[]], refused('one_of', codes.join(', '))),
    z.transform((text) => Number(text) as Code),
  )
  fieldDocs.add(read, { type: 'integer', enum: codes })
  return read
}

/** By code points, each of which is one or two of `length`: a text that is far too long is not counted. */
export const isLonger = (text: string, most: number) =>
  text.length > most && (text.length > 2 * most || [...text].length > most)

export function text(most: number) {
  return z
    .string(refused('required'))
    .check(z.refine((value) => !isLonger(value, most), refused('too_long', most)))
}

/**
 * What makes a text lie to those who read it later, as a problem of its field: control characters, and
 * characters that turn the direction of what follows. Line breaks are fine where a text has several lines.
 * The joiners of emoji and scripts are what they seem.
 */
export function hiddenCharacterIn(
  text: string,
  lines: 'one line' | 'many lines',
): 'control_character' | 'direction_character' | 'one_line' | undefined {
  // Nothing at all to those who read it: that it is required says more.
  if (isBlank(text)) return undefined
  if (/\p{Bidi_Control}/u.test(text)) return 'direction_character'
  if (/(?![\t\n\r])\p{Cc}/u.test(text)) return 'control_character'
  if (lines === 'many lines') return undefined
  if (/[\n\r\u2028\u2029]/.test(text)) return 'one_line'
  return text.includes('\t') ? 'control_character' : undefined
}

function shown(most: number, lines: Parameters<typeof hiddenCharacterIn>[1]) {
  return text(most).check(({ value, issues }) => {
    const found = hiddenCharacterIn(value, lines)
    if (found) issues.push({ code: 'custom', input: value, message: problem(found) })
  })
}

/** A name or label that staff type and others read. */
export const shownName = (most: number) => shown(most, 'one line')
/** The same for a text of several lines. */
export const shownText = (most: number) => shown(most, 'many lines')

export const id = wholeNumber(1, Number.MAX_SAFE_INTEGER)
export const uuid = z
  .string({ error: problem('required') })
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, { error: problem('syntax') }))
export const lastPage = 10_000_000
export const page = z._default(wholeNumber(1, lastPage), 1)
export const pageSize = (usual: number) => z._default(wholeNumber(1, 100), usual)

const dayMonths = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Platform time without zone. A calendar string that never becomes a Date (spec, section 9). */
export const dateTime = z.string(refused('required')).check(
  z.regex(
    /^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
    refused('date_time'),
  ),
  z.refine(
    (value) =>
      Number(value.slice(8, 10)) <= dayMonths(Number(value.slice(0, 4)), Number(value.slice(5, 7))),
    refused('date_time'),
  ),
)

export const promoOrProject = oneOf([videoType.promo, videoType.project])
export const personalOnly = oneOf([videoType.personal])
export const idFilter = z.optional(id)
/** The version of an item that the caller has seen. Ours: absent, any version will do. */
export const seenVersion = z.optional(wholeNumber(1, 2 ** 31 - 1))

/** A search by words or ID, ours or the platform's whole one; blank means no search. */
export const longestSearch = 128
const search = z.optional(text(longestSearch))
/** A search counts up to this many; beyond it the total is "more than". */
export const searchCountsTo = 1000
/** In a search: whether there may be more results. */
export const more = z.optional(z.boolean())
/** Ours: how many of the list are pending at the moment of its rows, whatever the filters. */
export const pendingNow = z.optional(z.number())

export const startAndEnd = { start: z.optional(dateTime), end: z.optional(dateTime) }
/** Strings of one format compare like the times they denote. */
export const startFirst = z.refine(
  (input) => {
    const { start, end } = input as { start?: string; end?: string }
    return !start || !end || start <= end
  },
  { ...refused('after_end'), path: ['start'] },
)

export function filterField(filter: Filter): z.ZodMiniType {
  if (filter.type === 'id') return idFilter
  if (filter.type === 'word')
    return z.optional(z.enum(filter.words, refused('one_of', filter.words.join(', '))))
  const code = oneOf(filter.codes)
  return filter.usual === undefined ? z.optional(code) : z._default(code, filter.usual)
}

type FilterShape<L extends ListName> = {
  [Name in keyof WireValues<L>]-?: z.ZodMiniOptional<z.ZodMiniType<WireValues<L>[Name]>>
}

/** A search is always newest first; that another order is asked for with it does no harm. */
const orderFits = (list: ListName) =>
  z.refine(
    (input) => {
      const { order, search, start, end } = input as Partial<Record<string, string>>
      const filters = { ...readFilters(list, input as WireValues<ListName>), search, start, end }
      return !isOfWaiting(order as Order) || canOrder(list, order as Order, filters)
    },
    { ...refused('pending_only'), path: ['order'] },
  )

const ownFilters = <L extends ListName>(list: L) =>
  Object.fromEntries(
    filtersOf(list).map(([name, filter]) => [filter.wire ?? name, filterField(filter)]),
  ) as FilterShape<L>

/** The input of a list: its filters in `lists`, and what every list has. */
export function listInput<const L extends ListName>(list: L) {
  const own = ownFilters(list)
  const { pageSize: usual, orders }: ListEntry = lists[list]
  const order = z.optional(
    z.enum(orders as [Order, ...Order[]], refused('one_of', orders.join(', '))),
  )
  return z
    .object({ page, pageSize: pageSize(usual), search, order, ...startAndEnd, ...own })
    .check(startFirst, orderFits(list))
}

export const exportFormats = ['csv', 'ndjson'] as const
export const exportFormat = z._default(
  z.enum(exportFormats, refused('one_of', exportFormats.join(', '))),
  'csv' as const,
)

/** The same filters for the whole list at once, which has no pages. */
export const exportInput = <const L extends ListName>(list: L) =>
  z.object({ format: exportFormat, search, ...startAndEnd, ...ownFilters(list) }).check(startFirst)

/** Repeated on the wire (`offlineReasons=1&offlineReasons=2`). That one is required is a review rule. */
export const ids = z.array(id).check(z.maxLength(50, refused('too_many', 50)))

export const nothing = z.object({})
export const total = z.number()
/** A platform time in a response. Not parsed, so that another provider's format is shown as it is. */
export const time = z.string()
