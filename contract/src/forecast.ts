/* How a backlog develops: arithmetic on the last weeks, not a promise. */

const day = 86_400_000
/** By `Date.getUTCDay`. */
const weekdayOf = (time: string) => new Date(`${time.slice(0, 10)}T00:00:00Z`).getUTCDay()

/**
 * What comes in on each of the next days: the average of the same weekday. `starts` are the beginnings of the days
 * that are over, in platform time; the first day ahead is the one after the last of them.
 */
export function arrivalsAhead(
  starts: readonly string[],
  counts: readonly number[],
  days: number,
): number[] {
  const sums = Array.from({ length: 7 }, () => ({ sum: 0, days: 0 }))
  for (const [index, start] of starts.entries()) {
    const own = sums[weekdayOf(start)]
    if (!own) continue
    own.sum += counts[index] ?? 0
    own.days += 1
  }
  const last = starts.at(-1)
  if (last === undefined) return Array.from({ length: days }, () => 0)
  const average = counts.reduce((sum, count) => sum + count, 0) / starts.length
  return Array.from({ length: days }, (_, ahead) => {
    const at = new Date(Date.parse(`${last.slice(0, 10)}T00:00:00Z`) + (ahead + 1) * day)
    const own = sums[at.getUTCDay()]
    return own && own.days > 0 ? own.sum / own.days : average
  })
}

interface Workload {
  waiting: number
  /** On each day ahead. */
  arrivals: readonly number[]
  people: number
  /** That each of them reviews on a day. */
  hours: number
  secondsPerItem: number
  targetHours: number
}

interface Forecast {
  /** When each day ends. */
  backlog: number[]
  perDay: number
  /** The first day at whose end working everything off takes longer than the target; null if none does. */
  missedOn: number | null
}

/** Every day as many are decided as there is time for, the oldest first. */
export function forecast(load: Workload): Forecast {
  const { people, hours, secondsPerItem, targetHours } = load
  const perDay = secondsPerItem > 0 ? (people * hours * 3600) / secondsPerItem : 0
  const withinTarget = (perDay * targetHours) / 24
  const backlog: number[] = []
  let waiting = load.waiting
  for (const arrived of load.arrivals) {
    waiting = Math.max(0, waiting + arrived - perDay)
    backlog.push(waiting)
  }
  const missed = backlog.findIndex((left) => left > withinTarget)
  return { backlog, perDay, missedOn: missed < 0 ? null : missed }
}
