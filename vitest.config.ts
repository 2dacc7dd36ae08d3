import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

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

const limits = {
  pool: 'forks' as const,
  testTimeout: 180_000,
  hookTimeout: 240_000,
  // What is waited for comes when it comes; the usual second is too short on a busy machine.
  expect: { poll: { timeout: 30_000 } },
}

export default defineConfig({
  test: {
    // More than twice the cores of the smallest machine: many tests wait for a limit to pass.
    maxWorkers: 5,
    teardownTimeout: 30_000,
    tags: [{ name: 'torture', description: 'what npm run torture counts' }],
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
