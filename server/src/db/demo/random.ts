// A seeded generator: the same seed tells the same story on every machine.
export interface Random {
  /** A number from 0 up to, but without, 1. */
  next(): number
  /** A whole number; both ends are included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  weighted<T>(choices: readonly (readonly [item: T, weight: number])[]): T
  /** A shuffled copy. */
  shuffle<T>(items: readonly T[]): T[]
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0

  // mulberry32
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  function int(min: number, max: number): number {
    return min + Math.floor(next() * (max - min + 1))
  }

  function chance(probability: number): boolean {
    return next() < probability
  }

  function pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('cannot pick from an empty list')
    return items[int(0, items.length - 1)] as T
  }

  function weighted<T>(choices: readonly (readonly [item: T, weight: number])[]): T {
    const total = choices.reduce((sum, [, weight]) => sum + weight, 0)
    let left = next() * total
    for (const [item, weight] of choices) {
      left -= weight
      if (left < 0) return item
    }
    throw new RangeError('cannot choose where no choice has any weight')
  }

  function shuffle<T>(items: readonly T[]): T[] {
    const copy = [...items]
    for (let last = copy.length - 1; last > 0; last--) {
      const other = int(0, last)
      const moved = copy[last] as T
      copy[last] = copy[other] as T
      copy[other] = moved
    }
    return copy
  }

  return { next, int, chance, pick, weighted, shuffle }
}
