/* Which moments of a video are on its contact sheet. */

/** One for each digit, and the end. */
const parts = 10
/** The tenths and the end; a very short video has fewer. */
export const evenCount = parts + 1
/** Each part is sampled in this many steps, to find what happens in between. */
const stepsPerPart = 3
/** With the frames at regular intervals these are twenty. */
export const maxSceneChanges = 9
/** Frames closer together look the same. */
const minGapSeconds = 0.2
/** The very last moment has no frame. */
const endMarginSeconds = 0.15

const rounded = (time: number) => Math.round(time * 1000) / 1000

const lastOf = (duration: number) => rounded(Math.max(0, duration - endMarginSeconds))

/** At every tenth, so that a digit leads to the frame of its number, and at the end. */
export function evenTimes(duration: number): number[] {
  const count = Math.min(parts, Math.max(1, Math.floor(duration / minGapSeconds)))
  const last = lastOf(duration)
  const times = Array.from({ length: count }, (_, part) => rounded((duration * part) / count))
  return [...times.filter((time) => time < last), last]
}

/** Where else to look for scene changes. */
export function timesBetween(duration: number): number[] {
  const even = evenTimes(duration)
  return even.slice(0, -1).flatMap((from, index) => {
    const step = ((even[index + 1] ?? from) - from) / stepsPerPart
    return step < minGapSeconds
      ? []
      : Array.from({ length: stepsPerPart - 1 }, (_, number) => rounded(from + step * (number + 1)))
  })
}

/** From coarse to fine, so that an unfinished sheet already spans the video: 0, 8, 4, 2, 6 … */
export function coarseFirst(count: number): number[] {
  const order: number[] = []
  let step = 1
  while (step < count) step *= 2
  for (; step >= 1; step /= 2)
    for (let index = 0; index < count; index += step) if (!order.includes(index)) order.push(index)
  return order
}

export interface FrameSample {
  time: number
  /** A few grey values of the frame: enough to tell one scene from another. */
  grey: Uint8Array
}

/** Mean difference of two samples, 0 to 255. */
export function difference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += Math.abs((a[index] ?? 0) - (b[index] ?? 0))
  return a.length ? sum / a.length : 0
}

/** Smaller changes are noise. */
const minVisibleChange = 12

/** Samples that differ from the one before much more than is usual in this video, without `shown`. */
export function sceneChangeTimes(
  samples: readonly FrameSample[],
  shown: readonly number[],
): number[] {
  const inOrder = [...samples].sort((a, b) => a.time - b.time)
  const changes = inOrder.slice(1).map((sample, index) => {
    const before = inOrder[index]
    return { time: sample.time, change: before ? difference(before.grey, sample.grey) : 0 }
  })
  const median = [...changes].sort((a, b) => a.change - b.change)[Math.floor(changes.length / 2)]
  const threshold = Math.max(minVisibleChange, (median?.change ?? 0) * 1.5)
  return changes
    .filter(({ time, change }) => change >= threshold && !shown.includes(time))
    .sort((a, b) => b.change - a.change)
    .slice(0, maxSceneChanges)
    .map(({ time }) => time)
    .sort((a, b) => a - b)
}
