import { defineConfig, devices } from '@playwright/test'

const executablePath = process.env.CHROMIUM_PATH
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './setup/global.ts',
  outputDir: './test-results',
  fullyParallel: false,
  // One more than the cores of the smallest machine, because tests often wait.
  workers: 3,
  // Generous: only a real failure waits this long.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    ...devices['Desktop Chrome'],
    // Recording every test doubles the time; use TRACE=on to debug one.
    actionTimeout: 45_000,
    trace: process.env.TRACE === 'on' ? 'retain-on-failure' : 'off',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Pages live for seconds: what the optimizing compilers would cost, they never give back.
        '--js-flags=--no-opt --no-maglev',
        '--in-process-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
})
