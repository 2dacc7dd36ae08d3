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
    // Twice the cores of the smallest machine: many tests wait for a limit to pass.
    maxWorkers: 4,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes when it comes; the usual second is too short on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    teardownTimeout: 30_000,
  },
})
