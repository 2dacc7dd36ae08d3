import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../src/db/embedded/postmaster.ts'

/*
 * Temporary folders in memory, where there is plenty: a database is more than a thousand files, and to copy
 * one costs seven times as much on a disk.
 */

const memory = '/dev/shm'
const prefix = 'screening-room-tests-'
const neededBytes = 4 * 1024 ** 3

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, process.availableMemory()) > neededBytes
  } catch {
    return false
  }
}

/** What a run that was killed has left would stay until the machine is started again. */
function removeLeft(): void {
  for (const name of readdirSync(memory)) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1])
    if (!(pid > 0) || isAlive(pid)) continue
    try {
      rmSync(join(memory, name), { recursive: true, force: true })
    } catch {
      // Another user's: theirs to remove.
    }
  }
}

/** From now on `tmpdir()` is in memory, in this process and those that it starts; returns what ends that. */
export function moveTemporaryFolders(): () => void {
  if (process.platform !== 'linux' || !hasRoom()) return () => {}
  removeLeft()
  const before = process.env.TMPDIR ?? tmpdir()
  const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`))
  // PostgreSQL runs as another user where the tests run as root.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  return () => {
    process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}
