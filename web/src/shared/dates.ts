/*
 * Days are calendar strings (YYYY-MM-DD) from the field to the wire. They never become a Date,
 * so no time zone can shift them.
 */

const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

const isDay = (text: string) => day.test(text)

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
