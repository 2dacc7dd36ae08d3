import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Account, runAs } from './account.ts'
import type { Binaries } from './binaries.ts'
import { logSize, logTail } from './log.ts'

export interface Postmaster {
  alive(): boolean
  exited: Promise<void>
  stop(): Promise<void>
}

export interface Launch {
  binaries: Binaries
  cluster: string
  account: Account | undefined
  settings: string[]
  maintenanceUrl: string
  logFile: string
}

const startLimitMs = 60_000
const lingerLimitMs = 15_000

/** An eighth of what this machine or container has; taken page by page, as the store grows into it. */
function megabytesShared(): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.round(Math.min(1024, Math.max(128, bytes / 8 / 2 ** 20)))
}

const settings = [
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'max_connections=60',
  `shared_buffers=${megabytesShared()}MB`,
  // Containers that forbid huge pages kill the process that touches one.
  'huge_pages=off',
  'password_encryption=scram-sha-256',
  'timezone=UTC',
  'log_timezone=UTC',
  'logging_collector=off',
  'log_destination=stderr',
  // Details of an error hold whole rows, and people are in them.
  'log_error_verbosity=terse',
]

// Our end of its input closes however we die; what it then ends is only what we started.
const watchdog = `trap '' HUP INT TERM
read -r word
[ "$word" = done ] && exit 0
kill -INT "$1" || exit 0
seconds=0
while kill -0 "$1"; do
  seconds=$((seconds + 1))
  [ $seconds -eq 10 ] && kill -QUIT "$1"
  [ $seconds -eq 20 ] && exit 1
  sleep 1
done`

function watch(pid: number, account: Account | undefined): () => void {
  if (process.platform === 'win32') return () => {}
  const watcher = spawn('/bin/sh', ['-c', watchdog, 'screening-room-watchdog', String(pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...runAs(account),
  })
  watcher.on('error', () => {}).unref()
  watcher.stdin.on('error', () => {})
  // Node types the stream without the socket that it is.
  if ('unref' in watcher.stdin && typeof watcher.stdin.unref === 'function') watcher.stdin.unref()
  return () => watcher.stdin.end('done\n')
}

type Signal = 'SIGINT' | 'SIGQUIT' | 'SIGKILL'

function sendTo(pid: number, signal: Signal, binaries: Binaries): void {
  if (process.platform !== 'win32') process.kill(pid, signal)
  else if (signal === 'SIGKILL') process.kill(pid)
  else execFileSync(binaries.pgCtl, ['kill', signal.slice(3), String(pid)], { windowsHide: true })
}

async function waitUntil(condition: () => boolean, limitMs: number): Promise<boolean> {
  for (const end = performance.now() + limitMs; performance.now() < end; await sleep(20)) {
    if (condition()) return true
  }
  return condition()
}

async function endProcess(pid: number, running: () => boolean, binaries: Binaries): Promise<void> {
  const steps: [Signal, number][] = [
    ['SIGINT', 10_000],
    ['SIGQUIT', 7_000],
    ['SIGKILL', 5_000],
  ]
  for (const [signal, patience] of steps) {
    if (!running()) return
    try {
      sendTo(pid, signal, binaries)
    } catch (error) {
      if (running() && signal === 'SIGKILL') throw error
    }
    if (await waitUntil(() => !running(), patience)) return
  }
  throw new Error(`PostgreSQL (process ${pid}) did not stop.`)
}

function commandOf(pid: number): string {
  const query = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`
  const [program, ...args] =
    process.platform === 'win32'
      ? ['powershell', '-NoProfile', '-Command', query]
      : ['ps', '-ww', '-o', 'command=', '-p', String(pid)]
  try {
    return execFileSync(program as string, args, { encoding: 'utf8', windowsHide: true })
  } catch {
    return ''
  }
}

// A process ID in a file proves nothing, as the system reuses it: a postmaster of this cluster has the
// cluster's folder as its working directory, or names it in its command.
function isPostmasterOf(cluster: string, pid: number): boolean {
  if (process.platform !== 'linux') {
    const command = commandOf(pid)
    return command.includes('postgres') && command.includes(`-D ${cluster}`)
  }
  try {
    const here = statSync(`/proc/${pid}/cwd`)
    const there = statSync(cluster)
    const program = readlinkSync(`/proc/${pid}/exe`)
    return here.dev === there.dev && here.ino === there.ino && program.includes('/postgres')
  } catch {
    return false
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// Called under the folder's lock: the process that started this postmaster is gone.
export async function endLeftover(cluster: string, binaries: Binaries): Promise<boolean> {
  const file = join(cluster, 'postmaster.pid')
  let pid: number
  try {
    pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  } catch {
    return false
  }
  if (!(pid > 0)) return false
  if (isPostmasterOf(cluster, pid)) {
    await endProcess(pid, () => isPostmasterOf(cluster, pid), binaries)
    return true
  }
  // PostgreSQL would take the stranger that got this number for itself and refuse to start.
  if (isAlive(pid)) rmSync(file, { force: true })
  return false
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch (error) {
    if ((error as pg.DatabaseError).code === '28P01') throw error
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function spawnPostgres(launch: Launch): ChildProcess {
  const log = openSync(launch.logFile, 'a', 0o600)
  const options = [...settings, ...launch.settings].flatMap((setting) => ['-c', setting])
  try {
    return spawn(launch.binaries.postgres, ['-D', launch.cluster, ...options], {
      cwd: dirname(launch.binaries.postgres),
      // A process group of its own: Ctrl-C in the terminal is ours to pass on, in order.
      detached: true,
      stdio: ['ignore', log, log],
      windowsHide: true,
      ...runAs(launch.account),
    })
  } finally {
    closeSync(log)
  }
}

async function attempt(launch: Launch): Promise<Postmaster> {
  const child = spawnPostgres(launch)
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  const { pid } = child
  const alive = () => pid !== undefined && child.exitCode === null && child.signalCode === null
  const unwatch = pid === undefined ? () => {} : watch(pid, launch.account)
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      unwatch()
      resolve()
    })
  })
  child.unref()
  const stop = async () => {
    if (pid !== undefined) await endProcess(pid, alive, launch.binaries)
  }
  try {
    for (const end = performance.now() + startLimitMs; ; await sleep(25)) {
      if (!alive()) throw failure ?? new Error('PostgreSQL ended while starting.')
      if (await answers(launch.maintenanceUrl)) return { alive, exited, stop }
      if (performance.now() > end) {
        throw new Error(`PostgreSQL did not answer within ${startLimitMs / 1000} s.`)
      }
    }
  } catch (error) {
    await stop()
    throw error
  }
}

// The backends of a postmaster that was killed need a moment to notice, and hold its memory so long.
const lingering = /shared memory block|lock file "postmaster\.pid" already exists/

export async function launchPostmaster(launch: Launch): Promise<Postmaster> {
  for (const end = performance.now() + lingerLimitMs; ; await sleep(100)) {
    const from = logSize(launch.logFile)
    try {
      return await attempt(launch)
    } catch (error) {
      const tail = logTail(launch.logFile, from)
      if (lingering.test(tail) && performance.now() < end) continue
      const message = error instanceof Error ? error.message : String(error)
      throw new Error(`${message} The end of ${launch.logFile} says:\n${tail}`, { cause: error })
    }
  }
}
