import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { many } from './torture/figures.mjs'

const shared = {
  // `source`: tests read the contract's TypeScript, never a build that may be older.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  // As Node resolves packages: it knows nothing of `module`, which bundlers read.
  ssr: {
    resolve: {
      conditions: ['source', ...defaultServerConditions.filter((name) => name !== 'module')],
    },
  },
}

/** How long a test may take, and one that repeats something as often as it is asked to. */
const timeout = many(180_000, 900_000, 36_000_000)

const limits = {
  pool: 'forks' as const,
  testTimeout: 180_000,
  hookTimeout: many(240_000, 900_000, 36_000_000),
  // What is waited for comes when it comes; the usual second is too short on a busy machine.
  expect: { poll: { timeout: 30_000 } },
}

/** What waits for time to pass: begun last, it would hold up the end of the run with the processors idle. */
const longest =
  /\/(?:shutdown|webhook|outbox|outbox-kill|commands|embedded|embedded-kill|migrations|paging|public-address|faults-\w+|upgrade|live|live-faults|media-faults|slow-start|outbound|secrets|floods|floods-connections|import|platform-steps)\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // More than twice the cores of the smallest machine: many tests wait for a limit to pass.
    maxWorkers: 5,
    teardownTimeout: 30_000,
    tags: [{ name: 'torture', description: 'what npm run torture counts', timeout }],
    projects: [
      {
        ...shared,
        test: {
          ...limits,
          name: 'server',
          include: ['{contract,client,server}/test/**/*.test.ts'],
          globalSetup: ['server/test/setup/global.ts'],
          // The modules keep nothing between tests, and reading them anew for each file is a fifth of the work.
          isolate: false,
        },
      },
      {
        ...shared,
        // Of the app each file gets its own: who is signed in, and what is still to be sent, is kept there.
        test: { ...limits, name: 'web', include: ['web/test/**/*.test.{ts,tsx}'] },
      },
      { ...shared, test: { ...limits, name: 'scripts', include: ['scripts/test/**/*.test.ts'] } },
      {
        ...shared,
        test: { ...limits, name: 'second-engine', include: ['e2e/second-engine/*.test.ts'] },
      },
    ],
  },
})
