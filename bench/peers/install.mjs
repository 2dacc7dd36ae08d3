import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { hashFiles, listFiles } from '../../scripts/files.mjs'
import { root, run, Stop } from '../../scripts/run.mjs'

/*
 * The peers are installed from the registry and built outside of the repository, when somebody asks
 * for this part of the bench, and again when something about them has changed.
 */

const cache = join(
  process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
  'screening-room/bench-peers',
)
const shared = ['bench/peers/calls.js', 'bench/peers/reads.js']

async function npm(folder, ...args) {
  const { code, output } = await run('npm', args, { cwd: folder })
  if (code === 0) return
  process.stderr.write(output)
  throw new Stop(`npm ${args.join(' ')} failed in ${folder}; the lines above say why.`)
}

/** The folder of a peer's production build. */
export async function buildPeer(name) {
  const source = `bench/peers/${name}`
  const folder = join(cache, name)
  const at = (file) => join(folder, file)
  const stamp = hashFiles([...shared, ...listFiles(source)])
  if (existsSync(at('stamp')) && readFileSync(at('stamp'), 'utf8') === stamp) return at('dist')
  console.log(`installing and building ${name}…`)
  for (const old of ['stamp', 'src', 'dist']) rmSync(at(old), { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, source), folder, { recursive: true })
  for (const file of shared) cpSync(join(root, file), at(file.replace('bench/peers/', 'src/')))
  await npm(folder, 'install', '--no-audit', '--no-fund', '--no-package-lock')
  await npm(folder, 'run', 'build')
  writeFileSync(at('stamp'), stamp)
  return at('dist')
}
