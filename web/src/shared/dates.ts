/*
 * Days are calendar strings (YYYY-MM-DD) from the field to the wire. They never become a Date,
 * so no time zone can shift them.
 */

const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

const isDay = (text: string) => day.test(text)

/** A day that its month has. */
export const isRealDay = (text: string) => {
  const at = new Date(`${text}T00:00:00Z`)
  return isDay(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** A start date is sent as the start of its day, an end date as its last second (spec, section 5). */
export const startOfDay = (text: string) => (isDay(text) ? `${text}T00:00:00` : undefined)
export const endOfDay = (text: string) => (isDay(text) ? `${text}T23:59:59` : undefined)

/** `start` and `end` of a list's input, each only if chosen. */
export function period({ start, end }: { start: string; end: string }) {
  const from = startOfDay(start)
  const to = endOfDay(end)
  return { ...(from ? { start: from } : {}), ...(to ? { end: to } : {}) }
}

/** The wire's time with a space instead of the `T`, in the same time zone as the filters. */
export const shownTime = (time: string | null | undefined) =>
  time?.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d).*$/, '$1 $2') ?? ''

/** Formatters cost about a millisecond to create, and every row needs them. */
function cached<T>(create: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>()
  return (name) => {
    const one = made.get(name) ?? create(name)
    made.set(name, one)
    return one
  }
}

const clockOf = cached(
  (timeZone) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
)
const relativeOf = cached(
  (language) => new Intl.RelativeTimeFormat(language, { style: 'narrow', numeric: 'auto' }),
)

/** The calendar day that it is in a time zone. */
export const dayIn = (zone: string, at = Date.now()): string =>
  clockOf(zone).format(at).slice(0, 10)

/** A day some days later, or earlier. */
export const laterDay = (text: string, days: number): string =>
  new Date(Date.parse(`${text}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

let last = { zone: '', now: 0, clock: 0 }

/** The clock of a time zone at this moment, as if it were UTC: only differences of it are meaningful. */
function clockIn(zone: string, now: number): number {
  if (last.zone !== zone || last.now !== now) {
    const clock = Date.parse(`${clockOf(zone).format(now).replace(' ', 'T')}Z`)
    last = { zone, now, clock }
  }
  return last.clock
}

const steps = [
  ['minute', 60, 60],
  ['hour', 3600, 24],
  ['day', 86_400, 30],
] as const

const secondsSince = (shown: string, now: number, zone: string) =>
  (clockIn(zone, now) - Date.parse(`${shown.replace(' ', 'T')}Z`)) / 1000

/** "5min ago", "3d ago"; the day itself for what is older than a month or not over yet. */
export function ageText(shown: string, now: number, zone: string, language: string): string {
  const seconds = secondsSince(shown, now, zone)
  const relative = relativeOf(language)
  if (Number.isNaN(seconds) || seconds < -60) return shown
  if (seconds < 60) return relative.format(0, 'second')
  const step = steps.find(([, size, most]) => seconds < size * most)
  if (!step) return shown.slice(0, 10)
  return relative.format(-Math.floor(seconds / step[1]), step[0])
}

/** "5 minutes", "40 days": how long since then; undefined for what cannot be read or is not over yet. */
export function waitText(shown: string, now: number, zone: string, language: string) {
  const seconds = secondsSince(shown, now, zone)
  if (!(seconds >= 0)) return undefined
  const [unit, size] = steps.find(([, size, most]) => seconds < size * most) ?? steps[2]
  const count = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
  return count.format(Math.max(1, Math.floor(seconds / size)))
}
