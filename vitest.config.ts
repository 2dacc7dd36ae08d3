import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // `source`: tests read the contract's TypeScript, never a build that may be older.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  // As Node resolves packages: it knows nothing of `module`, which bundlers read.
  ssr: {
    resolve: {
      conditions: ['source', ...defaultServerConditions.filter((name) => name !== 'module')],
    },
  },
  test: {
    include: [
      'contract/test/**/*.test.ts',
      'server/test/**/*.test.ts',
      'web/test/**/*.test.{ts,tsx}',
    ],
    globalSetup: ['server/test/setup/global.ts'],
    pool: 'forks',
    fileParallelism: true,
    // The modules keep nothing between tests, and reading them anew for each file is a fifth of the work.
    isolate: false,
    // More than twice the cores of the smallest machine: many tests wait for a limit to pass.
    maxWorkers: 5,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes when it comes; the usual second is too short on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    teardownTimeout: 30_000,
  },
})
