// npm start: whatever is missing is set up first, then the server runs in this process.
import { become, main } from './run.mjs'
import { ensureBuilt, ensureInstalled, loadEnv } from './setup.mjs'

const ready = await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  loadEnv()
})
if (ready) await become('server/dist/bundle/main.js', process.argv.slice(2))
