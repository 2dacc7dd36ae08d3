import { randomInt } from 'node:crypto'

/*
 * Where tests roll dice, the dice can be rolled again: SEED=… repeats what a failed run printed.
 */

export function seeded(what: string): { seed: number } {
  const seed = process.env.SEED ? Number(process.env.SEED) : randomInt(2 ** 31)
  console.info(`${what}: SEED=${seed}`)
  return { seed }
}

/** Numbers from 0 up to 1, the same for the same seed. */
export function dice(what: string): {
  next(): number
  below(most: number): number
  pick<T>(from: readonly T[]): T
} {
  let state = seeded(what).seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(next() * most)
  return { next, below, pick: (from) => from[below(from.length)] as (typeof from)[number] }
}
