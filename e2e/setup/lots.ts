import { createRandom } from '../../server/dist/db/demo/random.js'
import { many } from '../../torture/figures.ts'

/* A short run takes a part of what is repeated, drawn by lot: SEED repeats it. `npm run torture` takes all. */

export const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
/** Anew for each draw, so that it does not matter which tests came before. */
const shuffle = <T>(items: readonly T[]): T[] => createRandom(seed).shuffle([...items])

/** For each item some of the choices: so many by lot, all of them equally often; in full every one. */
export function deal<T, C>(items: readonly T[], choices: readonly C[], short = 1) {
  const firsts = shuffle(items.map((_, nth) => nth % choices.length))
  return items.map((item, nth): { item: T; drawn: C[] } => {
    const rotated = [...choices.slice(firsts[nth]), ...choices.slice(0, firsts[nth])]
    return { item, drawn: rotated.slice(0, many(short, choices.length)) }
  })
}

/** So many of them, in the order they have; in full all. */
export function draw<T>(items: readonly T[], short: number): T[] {
  const drawn = new Set(shuffle(items).slice(0, many(short, items.length)))
  return items.filter((item) => drawn.has(item))
}
