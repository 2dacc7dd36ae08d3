import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, beforeEach } from 'vitest'
import { many } from '../../../torture/figures.ts'

/* What tests wait with, and how long. How often they repeat something is torture/figures.ts. */

/** Looks every 50 ms whether it has happened. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  limitMs = many(60_000, 900_000, 36_000_000),
): Promise<void> {
  for (const end = Date.now() + limitMs; !(await condition()); await pause(50))
    if (Date.now() > end) throw new Error(`it did not happen in time: ${condition}`)
}

/** Runs many small jobs, a few at a time: fast, yet below the server's own limit on a crowd. */
export async function forMany<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
  atOnce = 8,
): Promise<void> {
  const queue = [...items].values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/*
 * A machine that has too much to do, or whose processors are lent to somebody else, is late with
 * everything: by what its clocks tell of that, since the test began, a limit is stretched.
 */

const lateness = monitorEventLoopDelay({ resolution: 10 })
let stolenBefore = 0

/** How long each processor was away, as a virtual machine is told; nothing where nobody tells. */
function stolenMs(): number {
  try {
    const ticks = Number(readFileSync('/proc/stat', 'utf8').split(/\s+/, 9)[8])
    return (ticks * 10) / availableParallelism()
  } catch {
    return 0
  }
}

export function measureLateness(): void {
  beforeAll(() => void lateness.enable())
  beforeEach(() => {
    lateness.reset()
    stolenBefore = stolenMs()
  })
}

const lateMs = () => lateness.max / 1e6 + (stolenMs() - stolenBefore)

/** How much more there was to do than there are processors, in the last minute: at least 1. */
const crowd = () => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())

/** Ours, the server's and PostgreSQL's processes may each be as late as ours was at worst. */
export const within = (limitMs: number) => (limitMs + 3 * lateMs()) * crowd()

/** Where the server's own limits of a second are to be kept: what fails on a machine that was late is tried again. */
export async function onTime(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if ((lateMs() < 200 && crowd() < 1.5) || tries === 4) throw error
    }
  }
}
