import { appendFileSync } from 'node:fs'

/*
 * What a test was repeated how often. `npm test` takes a short cut through the long ones, `npm run
 * torture` runs them in full, with --soak for as long as a night has hours; each says how far it came.
 */

const levels = ['short', 'full', 'soak']
const level = process.env.TORTURE ?? 'short'
if (!levels.includes(level)) throw new Error(`TORTURE takes ${levels.join(', ')}, not ${level}`)

/** How often to repeat something. */
export function many(short, full, soak = full) {
  return { short, full, soak }[level]
}

/** Tells the table of `npm run torture` that so many were done; several calls add up. */
export function figure(id, count) {
  const file = process.env.TORTURE_FIGURES
  if (file) appendFileSync(file, `${JSON.stringify({ id, count })}\n`)
}
