import type { InputOf } from '@screening-room/contract/call'
import {
  hoursOfWeek,
  longestWords,
  type recordCalls,
  recordQueues,
  timesKnown,
} from '@screening-room/contract/record'
import { period } from '../../shared/dates.ts'
import { idOf } from '../../shared/list-query.ts'

/* The filters of the record: texts in the address, and as the call takes them. */

const names = [
  'words',
  'person',
  'action',
  'queue',
  'item',
  'reason',
  'watchedTo',
  'standing',
  'timed',
  'reopenedFrom',
  'desk',
  'weekHour',
  'start',
  'end',
] as const
export type RecordFilters = Record<(typeof names)[number], string>

export const readFilters = (query: URLSearchParams) =>
  Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as RecordFilters

export const noFilters = readFilters(new URLSearchParams())

/** The address holds only what is chosen. */
export function writeFilters(filters: RecordFilters, before?: number): URLSearchParams {
  const chosen = names.filter((name) => filters[name].trim() !== '')
  const query = new URLSearchParams(chosen.map((name) => [name, filters[name].trim()]))
  if (before !== undefined) query.set('before', String(before))
  return query
}

/** Keys of the platform have numbers below zero in the record, and the system has none. */
function personIn(text: string) {
  if (text === '0') return { person: 0 }
  const key = text.startsWith('-') ? idOf(text.slice(1)) : undefined
  const person = idOf(text)
  return { ...(key !== undefined && { key }), ...(person !== undefined && { person }) }
}

/** A whole number up to the highest there is. */
function numberIn<Name extends string>(name: Name, text: string, highest: number) {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : highest + 1
  return (number <= highest ? { [name]: number } : {}) as { [one in Name]?: number }
}

/** A mistyped address means no filter. */
export function recordInput(
  filters: RecordFilters,
  before: number | undefined,
): InputOf<typeof recordCalls.list> {
  const { words, action, queue, desk } = filters
  const { item, reason: reasonId, reopenedFrom } = filters
  const numbers = { item, reasonId, reopenedFrom }
  const ids = Object.entries(numbers).flatMap(([name, text]) => {
    const id = idOf(text)
    return id === undefined ? [] : [[name, id]]
  })
  const timed = timesKnown.find((one) => one === filters.timed)
  const about = recordQueues.find((one) => one === queue)
  return {
    ...Object.fromEntries(ids),
    ...personIn(filters.person),
    ...(before !== undefined && { before }),
    ...(words && { words: [...words.replaceAll('\0', '')].slice(0, longestWords).join('') }),
    ...(action && { action: [...action].slice(0, 200).join('') }),
    ...(about && { queue: about }),
    ...(desk && { desk: desk.slice(0, 100) }),
    ...(filters.standing === 'yes' && { standing: 'yes' as const }),
    ...(timed && { timed }),
    ...numberIn('watchedTo', filters.watchedTo, 100),
    ...numberIn('weekHour', filters.weekHour, hoursOfWeek - 1),
    ...period(filters),
  }
}
