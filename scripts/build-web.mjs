// npm run build:web [-- --host https://api.example.com --out folder]: the app as a folder that any static server serves.
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { main, root, Stop } from './run.mjs'
import { ensureBuilt, ensureInstalled } from './setup.mjs'

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '' },
    out: { type: 'string', default: join(root, 'dist/web') },
  },
})

function readHost() {
  if (values.host === '') return ''
  const url = URL.canParse(values.host) ? new URL(values.host) : undefined
  if (!/^https?:$/.test(url?.protocol ?? '') || url.pathname !== '/' || url.search || url.hash)
    throw new Stop(`--host must be an address like https://api.example.com, not "${values.host}"`)
  return url.origin
}

await main(async () => {
  const host = readHost()
  await ensureInstalled()
  await ensureBuilt()
  const target = resolve(values.out)
  // What somebody wrote into it for their installation stays, unless a host is given.
  const config = join(target, 'config.json')
  if (existsSync(target)) rmSync(join(target, 'assets'), { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  cpSync(join(root, 'web/dist'), target, {
    recursive: true,
    filter: (path) => !path.includes('.vite'),
  })
  if (host !== '' || !existsSync(config))
    writeFileSync(config, `${JSON.stringify({ host, ours: false, extras: [] }, null, 2)}\n`)
  console.log(`The app is in ${target}; its settings are in ${config}.`)
})
