/* Which moments of a video its contact sheet shows. */

/** One for each digit, and the end. */
const parts = 10
/** Looked at between two of them, for something that only shows in between. */
const looks = 3
/** Frames at jumps beside those at even distance: twenty in all. */
export const mostJumps = 9
/** Frames nearer than this are the same to the eye. */
const nearest = 0.2
/** The very last moment has no frame of its own. */
const beforeEnd = 0.15

const rounded = (time: number) => Math.round(time * 1000) / 1000

const lastOf = (duration: number) => rounded(Math.max(0, duration - beforeEnd))

/** At every tenth, so that a digit leads to the frame of its number, and at the end. */
export function evenTimes(duration: number): number[] {
  const count = Math.min(parts, Math.max(1, Math.floor(duration / nearest)))
  const last = lastOf(duration)
  const times = Array.from({ length: count }, (_, part) => rounded((duration * part) / count))
  return [...times.filter((time) => time < last), last]
}

/** Where else to look for jumps. */
export function looksBetween(duration: number): number[] {
  const even = evenTimes(duration)
  return even.slice(0, -1).flatMap((from, place) => {
    const step = ((even[place + 1] ?? from) - from) / looks
    return step < nearest
      ? []
      : Array.from({ length: looks - 1 }, (_, number) => rounded(from + step * (number + 1)))
  })
}

/** From coarse to fine, so that a half-made sheet already shows the whole: 0, 8, 4, 2, 6 … */
export function coarseFirst(count: number): number[] {
  const order: number[] = []
  let step = 1
  while (step < count) step *= 2
  for (; step >= 1; step /= 2)
    for (let place = 0; place < count; place += step) if (!order.includes(place)) order.push(place)
  return order
}

export interface Look {
  time: number
  /** A few grey values of the frame: enough to tell one scene from another. */
  grey: Uint8Array
}

/** Mean difference of two looks, 0 to 255. */
export function difference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0
  for (let place = 0; place < a.length; place++) sum += Math.abs((a[place] ?? 0) - (b[place] ?? 0))
  return a.length ? sum / a.length : 0
}

/** A change as large as this is seen; smaller ones are noise. */
const noticed = 12

/**
 * The looks where the picture changed suddenly: much more than it usually does in this video. Those
 * that are on the sheet anyway are left out.
 */
export function jumpTimes(looks: readonly Look[], shown: readonly number[]): number[] {
  const inOrder = [...looks].sort((a, b) => a.time - b.time)
  const changes = inOrder.slice(1).map((look, place) => {
    const before = inOrder[place]
    return { time: look.time, change: before ? difference(before.grey, look.grey) : 0 }
  })
  const usual = [...changes].sort((a, b) => a.change - b.change)[Math.floor(changes.length / 2)]
  const least = Math.max(noticed, (usual?.change ?? 0) * 1.5)
  return changes
    .filter(({ time, change }) => change >= least && !shown.includes(time))
    .sort((a, b) => b.change - a.change)
    .slice(0, mostJumps)
    .map(({ time }) => time)
    .sort((a, b) => a - b)
}
