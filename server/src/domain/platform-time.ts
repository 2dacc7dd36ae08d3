/*
 * The platform's wall clock, turned into moments. A time inside a gap (clocks forward) moves on to
 * where the clock went; one that happens twice is the earlier as a start and the later as an end.
 */

const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, format)
  return format
}

/** What the zone's clock shows at a moment, read as if it were UTC. */
function wallAt(moment: number, zone: string): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatFor(zone).formatToParts(moment)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const day = 86_400_000

function momentOf(wall: string, zone: string, take: 'earlier' | 'later'): number {
  const wanted = Date.parse(`${wall}Z`)
  // The offsets in force a day before and after: between them lies at most one change of clocks.
  const offsets = [wanted - day, wanted + day].map((around) => wallAt(around, zone) - around)
  const moments = offsets.map((offset) => wanted - offset)
  const real = moments.filter((moment) => wallAt(moment, zone) === wanted)
  if (real.length === 0) return wanted - (offsets[0] ?? 0)
  return take === 'earlier' ? Math.min(...real) : Math.max(...real)
}

/** A filter's range: from the start's first moment to the end of the end's second. */
export function rangeOf(
  { start, end }: { start?: string | undefined; end?: string | undefined },
  zone: string,
): { since?: string | undefined; until?: string | undefined } {
  return {
    since: start && new Date(momentOf(start, zone, 'earlier')).toISOString(),
    until: end && new Date(momentOf(end, zone, 'later') + 1000).toISOString(),
  }
}
