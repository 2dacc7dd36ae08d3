import { type Played, secondsNeeded } from '@screening-room/contract/receipt'

/*
 * Which seconds were really played. It counts only what the video's clock passed while playing:
 * nothing that a seek jumped over, and never more than the wall clock allows.
 */

/** The limit of one receipt. */
export const maxRanges = 500
/** The video's clock and ours are read at slightly different moments. */
const clockToleranceSeconds = 0.25

export type PlaybackMode = Pick<Played, 'speed' | 'muted' | 'visible'>

export interface Recorder {
  /** The video is playing and has reached this time. */
  playedTo(time: number): void
  /** The video pauses or seeks: a new range follows. */
  endRange(): void
  /** How the video is played from now on. */
  setMode(mode: Partial<PlaybackMode>): void
  played(): Played[]
}

const sameMode = (a: PlaybackMode, b: PlaybackMode) =>
  a.speed === b.speed && a.muted === b.muted && a.visible === b.visible

/** To whole milliseconds, inwards: rounding must not widen a range. */
function rounded({ from, to, ...mode }: Played): Played {
  return { from: Math.ceil(from * 1000) / 1000, to: Math.floor(to * 1000) / 1000, ...mode }
}

/** Merges ranges that touch or overlap and that `fits` allows to merge. */
function mergeRanges(ranges: readonly Played[], fits: (a: Played, b: Played) => boolean): Played[] {
  const found: Played[] = []
  for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
    const before = found.find((one) => fits(one, range) && range.from <= one.to)
    if (!before) found.push({ ...range })
    else {
      before.to = Math.max(before.to, range.to)
      // Where they differ, keep the weaker claim.
      before.speed = Math.max(before.speed, range.speed)
      before.muted ||= range.muted
    }
  }
  return found
}

/** At most `max` ranges, never adding a second: first merge without loss, then drop the shortest. */
export function limitRanges(ranges: readonly Played[], max = maxRanges): Played[] {
  if (ranges.length <= max) return [...ranges]
  const sameModeRanges = mergeRanges(ranges, sameMode)
  if (sameModeRanges.length <= max) return sameModeRanges
  const anyModeRanges = mergeRanges(sameModeRanges, (a, b) => a.visible === b.visible)
  if (anyModeRanges.length <= max) return anyModeRanges
  const longest = [...anyModeRanges].sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, max)
  return longest.sort((a, b) => a.from - b.from)
}

export function createRecorder(
  mode: PlaybackMode,
  now: () => number = () => performance.now(),
): Recorder {
  const start = now()
  let current = { ...mode }
  let ranges: Played[] = []
  let last: { time: number; recordedAt: number } | undefined

  const seconds = (since: number) => (now() - since) / 1000

  function isPossible(advance: number, since: number): boolean {
    const needed = secondsNeeded(ranges) + advance / current.speed
    return (
      advance <= (seconds(since) + clockToleranceSeconds) * current.speed &&
      needed <= seconds(start) + clockToleranceSeconds
    )
  }

  function add(from: number, to: number) {
    const open = ranges.at(-1)
    if (open && open.to === from && sameMode(open, current)) open.to = to
    else ranges.push({ from, to, ...current })
    // Twice the limit, so that ranges are not merged at every step.
    if (ranges.length > maxRanges * 2) ranges = limitRanges(ranges)
  }

  return {
    playedTo(time) {
      const advance = last ? time - last.time : 0
      if (last && advance > 0 && isPossible(advance, last.recordedAt)) add(last.time, time)
      last = { time, recordedAt: now() }
    },
    endRange() {
      last = undefined
    },
    setMode(mode) {
      current = { ...current, ...mode }
    },
    played() {
      const whole = ranges.map(rounded).filter(({ from, to }) => to > from)
      return limitRanges(whole)
    },
  }
}

/** The ranges played while visible, each second once, for the seek bar. */
export function visibleRanges(ranges: readonly Played[]): { from: number; to: number }[] {
  return mergeRanges(
    ranges.filter(({ visible }) => visible),
    () => true,
  ).map(({ from, to }) => ({ from, to }))
}
