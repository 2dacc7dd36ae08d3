import { main } from './run.mjs'
import { ensureBuilt, ensureInstalled } from './setup.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
})
