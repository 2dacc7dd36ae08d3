// node scripts/with-build.mjs <file> [args…]: that file of the build, fresh, with standard output to itself.
import { become, main, Stop } from './run.mjs'
import { ensureBuilt, ensureInstalled, loadEnv } from './setup.mjs'

const [file, ...args] = process.argv.slice(2)
const ready = await main(async () => {
  if (!file) throw new Stop('Name the file to run: node scripts/with-build.mjs <file> [args…]')
  await ensureInstalled({ quiet: true })
  await ensureBuilt({ quiet: true })
  loadEnv()
})
if (ready) await become(file, args)
