import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, inject } from 'vitest'
import { findRunning } from '../../src/db/embedded/running.ts'
import type { Db } from '../../src/db/pool.ts'
import { openOwnerPool } from '../setup/server.ts'
import { until } from '../setup/test-support.ts'

/* The built server and its commands, as processes of their own. */

/** A built program by its name, or any other by its full path. */
const builtFile = (name: string) =>
  resolve(fileURLToPath(new URL('../../dist/bundle', import.meta.url)), name)

interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
}

interface Program {
  process: ChildProcess
  /** Everything it said so far. */
  output(): string
  errors(): string
  ended: Promise<Ending>
}

export interface Server extends Program {
  url: string
  dataDir: string
  kill(): Promise<Ending>
  stop(): Promise<Ending>
}

type Env = Record<string, string>
/** An ordinary user's numbers, for a process that shall not be root. */
interface User {
  uid: number
  gid: number
}

const folders: string[] = []
const programs: Program[] = []

async function endAll(): Promise<void> {
  const left = programs.splice(0)
  for (const program of left) program.process.kill('SIGTERM')
  await Promise.all(left.map((program) => program.ended))
}

/** Nothing that a test file started outlives it, nor, where each test starts its own, the test. */
export function endAllAfterwards({ each = false } = {}): void {
  if (each) afterEach(endAll, 60_000)
  afterAll(async () => {
    await endAll()
    for (const folder of folders)
      rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
  })
}

/** Where a data folder may be made, by root or by the one user that owns it. */
export function newDataDir(user?: User): string {
  const folder = mkdtempSync(join(tmpdir(), 'screening-room-faults-'))
  folders.push(folder)
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'data')
  if (user) {
    mkdirSync(dataDir, { mode: 0o700 })
    chownSync(dataDir, user.uid, user.gid)
  }
  return dataDir
}

/** One whose store is migrated and empty: to make a new one takes PostgreSQL seconds. */
export function readyDataDir(): string {
  const dataDir = newDataDir()
  cpSync(inject('readyDataDir'), dataDir, { recursive: true })
  return dataDir
}

/** One of the built programs; only what it is given is in its environment. */
export function run(
  file: string,
  args: readonly string[],
  env: Env,
  { input = '', user }: { input?: string; user?: User | undefined } = {},
): Program {
  const child = spawn(process.execPath, [builtFile(file), ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? '', TMPDIR: tmpdir(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...user,
  })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  // `close`, not `exit`: by then all that it said has been read.
  const ended = new Promise<Ending>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  const program = { process: child, output: () => output, errors: () => errors, ended }
  programs.push(program)
  return program
}

/** A start that is expected to be refused: what it said, and how it ended. */
export async function refusedStart(env: Env): Promise<{ says: string; code: number | null }> {
  const program = run('main.js', [], env)
  const { code } = await program.ended
  return { says: program.errors().trim(), code }
}

export async function startProcess(
  dataDir: string,
  env: Env = {},
  user?: User,
  main = 'main.js',
): Promise<Server> {
  const program = run(main, [], { DATA_DIR: dataDir, PORT: '0', ...env }, { user })
  let over = false
  program.ended.then(() => {
    over = true
  })
  const address = () => /Screening Room {2}(http:\S+)/.exec(program.output())?.[1]
  await until(() => over || address() !== undefined)
  const url = address()
  if (!url) {
    const ending = over ? JSON.stringify(await program.ended) : 'still running'
    throw new Error(`the server did not start (${ending}): ${program.output()}${program.errors()}`)
  }
  const end = (signal: NodeJS.Signals) => {
    program.process.kill(signal)
    return program.ended
  }
  return { ...program, url, dataDir, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

/** As the owner of the tables, beside the server. */
export function openOwner({ dataDir }: { dataDir: string }): Db {
  return openOwnerPool(findRunning(dataDir, true).adminUrl)
}

export const postmasterOf = (dataDir: string): number =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)

/** A postmaster and all its processes at once, as when the machine loses power or hangs. */
export function signalWhole(postmaster: number, signal: NodeJS.Signals): void {
  const parentOf = (pid: string) => {
    try {
      return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    } catch {
      return 0
    }
  }
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const children = all.filter((pid) => parentOf(pid) === postmaster).map(Number)
  for (const pid of [...children, postmaster])
    try {
      process.kill(pid, signal)
    } catch {
      // It ended by itself in the meantime.
    }
}

/** The HTTP status of a probe; 0 where nobody answers. */
export async function probe(url: string, path = '/readyz'): Promise<number> {
  try {
    // Longer than the server may take, so that a measurement sees the time it took.
    return (await fetch(url + path, { signal: AbortSignal.timeout(10_000) })).status
  } catch {
    return 0
  }
}
