import { defineConfig } from '@playwright/test'
import usual from './playwright.config.ts'

/* npm run screenshots: takes screenshots of every screen and dialog for docs/, with the demo data. */

export default defineConfig({
  ...usual,
  testMatch: 'screenshots.ts',
  timeout: 1_800_000,
  fullyParallel: true,
})
