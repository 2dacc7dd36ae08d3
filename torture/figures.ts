import { appendFileSync } from 'node:fs'

/*
 * What a test was repeated how often. `npm test` takes a short cut through the long ones, `npm run
 * torture` runs them in full, with --soak for as long as a night has hours; each says how far it came.
 */

const levels = ['short', 'full', 'soak'] as const
const level = levels.find((name) => name === (process.env.TORTURE ?? 'short'))
if (!level) throw new Error(`TORTURE takes ${levels.join(', ')}, not ${process.env.TORTURE}`)

/** How often to repeat something. */
export function many(short: number, full: number, soak = full): number {
  return { short, full, soak }[level as (typeof levels)[number]]
}

/** Tells the table of `npm run torture` that so many were done; several calls add up. */
export function figure(id: string, count: number): void {
  const file = process.env.TORTURE_FIGURES
  if (file) appendFileSync(file, `${JSON.stringify({ id, count })}\n`)
}
