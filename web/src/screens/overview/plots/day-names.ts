/** A day of platform time as text: a calendar day, which no zone moves. */
export function dayNames(language: string, time: string) {
  const at = Date.parse(`${time.slice(0, 10)}T00:00:00Z`)
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(at)
  return {
    short: write({ month: 'numeric', day: 'numeric' }),
    whole: write({ year: 'numeric', month: 'short', day: 'numeric', weekday: 'short' }),
  }
}
