import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/* The release that runs while the next one is rolled out: taken from the history and built aside. */

/** Set to the newest released commit with each release. */
const commit = '6ecb9d340ff970feb9250dab5588a452957b7bc5'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const known =
  spawnSync('git', ['-C', root, 'cat-file', '-e', `${commit}^{commit}`], { stdio: 'ignore' })
    .status === 0
if (!known) console.log(`skipped: the history of this checkout does not hold ${commit}`)
export const hasPreviousRelease = known

function extract(folder: string): void {
  const archive = execFileSync(
    'git',
    [
      '-C',
      root,
      'archive',
      commit,
      'contract',
      'server/src',
      'server/package.json',
      'package.json',
    ],
    { maxBuffer: 2 ** 28 },
  )
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
}

/** The installed packages as they are, our own from that release. */
function linkPackages(folder: string): void {
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, '@screening-room'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@screening-room' && name !== '.cache')
      symlinkSync(join(root, 'node_modules', name), join(packages, name))
  symlinkSync(join(folder, 'contract'), join(packages, '@screening-room/contract'))
  const own = join(root, 'server/node_modules')
  if (existsSync(own)) symlinkSync(own, join(folder, 'server/node_modules'))
}

/** Module by module, without reading any declarations. */
function compile(from: string, to: string): void {
  const { outputText } = ts.transpileModule(readFileSync(from, 'utf8'), {
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2023,
      rewriteRelativeImportExtensions: true,
    },
  })
  mkdirSync(dirname(to), { recursive: true })
  writeFileSync(to, outputText)
}

/** Its main program. Types were checked when it was released. */
export function buildPreviousRelease(): { main: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'screening-room-previous-'))
  extract(folder)
  linkPackages(folder)
  for (const part of ['contract', 'server'])
    for (const path of readdirSync(join(folder, part, 'src'), { recursive: true }) as string[])
      if (path.endsWith('.ts'))
        compile(
          join(folder, part, 'src', path),
          join(folder, part, 'dist', `${path.slice(0, -3)}.js`),
        )
  const isOther = (path: string) => !path.endsWith('.ts')
  const dist = join(folder, 'server/dist')
  cpSync(join(folder, 'server/src'), dist, { recursive: true, filter: isOther })
  return {
    main: join(dist, 'main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
