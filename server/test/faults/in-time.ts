import { monitorEventLoopDelay } from 'node:perf_hooks'
import { beforeAll, beforeEach } from 'vitest'

/* On a machine that has too much to do our own clock strikes late: by so much a limit is stretched. */

const lateness = monitorEventLoopDelay({ resolution: 10 })

export function measureLateness(): void {
  beforeAll(() => void lateness.enable())
  beforeEach(() => lateness.reset())
}

export const within = (limitMs: number) => limitMs + 2 * (lateness.max / 1e6)
