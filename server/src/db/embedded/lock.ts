import { randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockBySocket } from './lock-socket.ts'

export class DataFolderBusy extends Error {
  constructor(dataDir: string, pid: number | undefined) {
    super(
      `The data folder ${dataDir} is already in use by another server (process ${pid ?? 'unknown'}); stop that one or choose another folder.`,
    )
    this.name = 'DataFolderBusy'
  }
}

export interface FolderLock {
  release(): void
}

interface Holder {
  pid: number
  space: string
}

const teardownMs = 500
const beatMs = 500
const silentMs = 4_000
const longDeadMs = 15_000

// Only within the same space two processes are sure to see each other's kernel lock. An earlier version
// had another kind of lock, and so another space.
function lockSpace(): string {
  if (process.platform !== 'linux') return hostname()
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return `${boot} ${readlinkSync('/proc/self/ns/net')} claims`
}

// libuv's UV_FS_O_EXLOCK, which Node does not name: open(2) itself takes the lock on macOS, an
// exclusive sharing mode does on Windows.
function lockByOpen(dataDir: string): (() => void) | 0 | undefined {
  const exclusive = { darwin: 0x20, win32: 0x10000000 }[process.platform as string]
  if (!exclusive) return undefined
  const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NONBLOCK ?? 0) | exclusive
  try {
    const file = openSync(join(dataDir, 'server.lock'), flags, 0o600)
    return () => closeSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'EAGAIN' || code === 'EBUSY' ? 0 : undefined
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const lastBeat = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs

// Machines that share a volume do not see each other's kernel lock, but they see the file's time
// advance. Containers may or may not.
async function beats(file: string): Promise<boolean> {
  const first = lastBeat(file)
  if (first === undefined) return false
  // An old time means a dead holder, or a clock that jumped ahead since the last beat: the next one tells.
  const watchMs = Date.now() - first > longDeadMs ? 2 * beatMs : silentMs
  for (const end = performance.now() + watchMs; performance.now() < end; await sleep(50)) {
    const now = lastBeat(file)
    if (now !== first) return now !== undefined
  }
  return false
}

/** Undefined: this system has no such lock. */
type KernelLock = (() => void) | undefined

async function takeKernelLock(dataDir: string): Promise<KernelLock> {
  const take = process.platform === 'linux' ? lockBySocket : lockByOpen
  for (const end = performance.now() + teardownMs; ; await sleep(25)) {
    const taken = await take(dataDir)
    if (typeof taken !== 'number') return taken
    // A holder that was killed just now may need a moment to be torn down; a live one answers.
    if (taken || performance.now() > end)
      throw new DataFolderBusy(dataDir, taken || readHolder(holderFile(dataDir))?.pid)
  }
}

const holderFile = (dataDir: string) => join(dataDir, 'server.pid')

export async function lockFolder(dataDir: string): Promise<FolderLock> {
  const file = holderFile(dataDir)
  const kernel = await takeKernelLock(dataDir)
  try {
    const me: Holder = { pid: process.pid, space: lockSpace() }
    const before = readHolder(file)
    // In our own space the kernel has already said that the former holder is gone.
    const settled = kernel !== undefined && before?.space === me.space
    if (before && !settled && (await beats(file))) throw new DataFolderBusy(dataDir, before.pid)

    const draft = `${file}.${randomUUID()}`
    writeFileSync(draft, JSON.stringify(me), { mode: 0o600 })
    renameSync(draft, file)
  } catch (error) {
    kernel?.()
    throw error
  }
  const beat = setInterval(() => utimes(file, new Date(), new Date()).catch(() => {}), beatMs)
  beat.unref()
  return {
    release() {
      clearInterval(beat)
      rmSync(file, { force: true })
      kernel?.()
    },
  }
}
