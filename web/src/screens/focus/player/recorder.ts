import { type Played, secondsNeeded } from '@screening-room/contract/receipt'

/*
 * Which seconds were really played. It only ever counts what the video's clock went through while it
 * was watched going, never what lies between two places, and never more than the wall clock allows.
 */

/** As many as one receipt carries. */
export const mostStretches = 500
/** The video's clock and ours are read at moments that differ by so much. */
const slack = 0.25

export type Manner = Pick<Played, 'speed' | 'muted' | 'visible'>

export interface Recorder {
  /** The video is playing and is at this time. */
  at(time: number): void
  /** It stands still or goes somewhere else: what comes next is a stretch of its own. */
  cut(): void
  /** From now on it is played so. */
  changed(manner: Partial<Manner>): void
  played(): Played[]
}

const sameManner = (a: Manner, b: Manner) =>
  a.speed === b.speed && a.muted === b.muted && a.visible === b.visible

/** In whole milliseconds, inwards: rounding must not widen what was played. */
function rounded({ from, to, ...manner }: Played): Played {
  return { from: Math.ceil(from * 1000) / 1000, to: Math.floor(to * 1000) / 1000, ...manner }
}

/** Stretches of one manner that touch or overlap are one: the same seconds, said shorter. */
function joined(stretches: readonly Played[], fits: (a: Played, b: Played) => boolean): Played[] {
  const found: Played[] = []
  for (const stretch of [...stretches].sort((a, b) => a.from - b.from)) {
    const before = found.find((one) => fits(one, stretch) && stretch.from <= one.to)
    if (!before) found.push({ ...stretch })
    else {
      before.to = Math.max(before.to, stretch.to)
      // Where they differ, whatever claims less.
      before.speed = Math.max(before.speed, stretch.speed)
      before.muted ||= stretch.muted
    }
  }
  return found
}

/** At most so many, without a second that was not played: shorter words first, then less of it. */
export function fewer(stretches: readonly Played[], most = mostStretches): Played[] {
  if (stretches.length <= most) return [...stretches]
  const sameWay = joined(stretches, sameManner)
  if (sameWay.length <= most) return sameWay
  const anyWay = joined(sameWay, (a, b) => a.visible === b.visible)
  if (anyWay.length <= most) return anyWay
  const longest = [...anyWay].sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, most)
  return longest.sort((a, b) => a.from - b.from)
}

export function createRecorder(
  manner: Manner,
  now: () => number = () => performance.now(),
): Recorder {
  const start = now()
  let current = { ...manner }
  let stretches: Played[] = []
  let last: { time: number; at: number } | undefined

  const seconds = (since: number) => (now() - since) / 1000

  function isPossible(advance: number, since: number): boolean {
    const needed = secondsNeeded(stretches) + advance / current.speed
    return advance <= (seconds(since) + slack) * current.speed && needed <= seconds(start) + slack
  }

  function add(from: number, to: number) {
    const open = stretches.at(-1)
    if (open && open.to === from && sameManner(open, current)) open.to = to
    else stretches.push({ from, to, ...current })
    // Room for the next ones, so that joining is not done with every one of them.
    if (stretches.length > mostStretches * 2) stretches = fewer(stretches)
  }

  return {
    at(time) {
      const advance = last ? time - last.time : 0
      if (last && advance > 0 && isPossible(advance, last.at)) add(last.time, time)
      last = { time, at: now() }
    },
    cut() {
      last = undefined
    },
    changed(manner) {
      current = { ...current, ...manner }
    },
    played() {
      const whole = stretches.map(rounded).filter(({ from, to }) => to > from)
      return fewer(whole)
    },
  }
}

/** What was played in sight, each second once, for painting. */
export function seen(stretches: readonly Played[]): { from: number; to: number }[] {
  return joined(
    stretches.filter(({ visible }) => visible),
    () => true,
  ).map(({ from, to }) => ({ from, to }))
}
