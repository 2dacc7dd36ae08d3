// npm run screenshots: every screen and dialog for docs/screenshots, from the demo data.
import { join } from 'node:path'
import { findOrInstallBrowser } from './browser.mjs'
import { root, runNode } from './run.mjs'

const env = { CHROMIUM_PATH: await findOrInstallBrowser() }
const config = join(root, 'e2e/screenshots.config.ts')
const args = ['test', '--config', config]
const { code } = await runNode('node_modules/@playwright/test/cli.js', args, {
  terminal: true,
  env,
  cwd: join(root, 'e2e'),
})
process.exitCode = code
