import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { type EmbeddedPostgres, startEmbedded } from '../../src/db/embedded.ts'

export const isRoot = process.getuid?.() === 0
export const onLinux = process.platform === 'linux'
const root = fileURLToPath(new URL('../../..', import.meta.url))
export const built = join(root, 'server/dist/db')
// Inside node_modules, so that the script finds its packages.
const scripts = join(root, 'node_modules', '.cache', `embedded-test-${process.pid}`)

const childScript = `
import { startEmbedded } from '${pathToFileURL(join(built, 'embedded.js')).href}'
import pg from 'pg'
const say = (what) => process.stdout.write(JSON.stringify(what) + '\\n')
try {
  const log = (line) => say({ log: line })
  const db = await startEmbedded({ dataDir: process.argv[2], explicit: process.argv[4] !== 'default', log })
  const { adminUrl, dataDir } = db
  say({ started: { adminUrl, dataDir, uid: process.getuid() } })
  if (process.argv[3] === 'write') {
    const pool = new pg.Pool({ connectionString: adminUrl, max: 4 })
    await pool.query('CREATE TABLE IF NOT EXISTS acknowledged (id uuid PRIMARY KEY)')
    const write = async () => {
      for (;;) {
        const { rows } = await pool.query('INSERT INTO acknowledged VALUES (gen_random_uuid()) RETURNING id')
        say({ wrote: rows[0].id })
      }
    }
    for (let n = 0; n < 4; n++) write()
  }
  process.on('SIGTERM', () => db.stop().then(() => process.exit(0)))
  setInterval(() => {}, 1000)
} catch (error) {
  say({ failed: error.message })
  process.exit(3)
}
`

interface Child {
  process: ChildProcess
  pid: number
  lines: { log?: string; wrote?: string; failed?: string }[]
  started: { adminUrl: string; dataDir: string; uid: number } | undefined
  failed: string | undefined
  exited: Promise<void>
}

export const folders: string[] = []
export const running: EmbeddedPostgres[] = []
const children: Child[] = []

export function newFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'sr-embedded-'))
  chmodSync(folder, mode)
  folders.push(folder)
  return folder
}

// A copy spares the seconds in which a cluster is made; made by root, it also is root's, as one
// restored from a backup is.
export function copiedFolder(): string {
  const folder = newFolder()
  execFileSync('cp', ['-R', `${inject('readyDataDir')}/.`, folder])
  return folder
}

export const start = async (dataDir: string): Promise<EmbeddedPostgres> => {
  const db = await startEmbedded({ dataDir, explicit: true, log: () => {} })
  running.push(db)
  return db
}

// Resolves when the child has started or given up.
export async function startChild(args: string[], owner?: number): Promise<Child> {
  const as = owner === undefined ? {} : { uid: owner, gid: owner }
  const program = spawn(process.execPath, [join(scripts, 'child.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...as,
  })
  const exited = new Promise<void>((resolve) => program.once('exit', () => resolve()))
  const child: Child = {
    ...{ process: program, pid: program.pid ?? 0, lines: [], exited },
    ...{ started: undefined, failed: undefined },
  }
  children.push(child)
  await new Promise<void>((resolve) => {
    createInterface({ input: program.stdout }).on('line', (text) => {
      const line = JSON.parse(text)
      child.lines.push(line)
      child.started ??= line.started
      child.failed ??= line.failed
      if (child.started ?? child.failed) resolve()
    })
    exited.then(resolve)
  })
  return child
}

export async function kill(child: Child): Promise<void> {
  child.process.kill('SIGKILL')
  await child.exited
}

export async function query<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

export const postmasterPid = (dataDir: string): number =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)

export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !onLinux || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

// Processes that stand in the cluster and are children of no other that does.
export function postmastersOf(dataDir: string): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      if (readlinkSync(`/proc/${name}/cwd`) !== join(dataDir, 'postgres')) continue
      const status = readFileSync(`/proc/${name}/status`, 'utf8')
      parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]))
    } catch {
      // It ended while we were looking.
    }
  }
  return [...parents].filter(([, parent]) => !parents.has(parent)).map(([pid]) => pid)
}

// Every file that uses this has its own folders, and leaves nothing running.
export function cleanUpAfterwards(): void {
  beforeAll(() => {
    mkdirSync(scripts, { recursive: true })
    writeFileSync(join(scripts, 'child.mjs'), childScript)
  })

  afterEach(async () => {
    await Promise.all(running.splice(0).map((db) => db.stop()))
    await Promise.all(
      children.splice(0).map(async (child) => {
        child.process.kill('SIGTERM')
        await child.exited
      }),
    )
  })

  afterAll(() => {
    for (const folder of [...folders, scripts]) rmSync(folder, { recursive: true, force: true })
  })
}

export function watchdogOf(postmaster: number): number {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
      if (command.includes('screening-room-watchdog') && command.includes(String(postmaster))) {
        return Number(name)
      }
    } catch {
      // It ended while we were looking.
    }
  }
  throw new Error('there is no watchdog')
}
