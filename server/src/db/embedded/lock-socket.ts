import { randomUUID } from 'node:crypto'
import {
  chownSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { clusterOf, ownerOf } from './account.ts'

/*
 * A lock that the kernel frees with its process, in a folder that only the owner of the data can enter.
 *
 * Each starter listens on a socket of its own and then links it to the next free number: `claim-8` may
 * be made only by a process that found `claim-7` to be the last and nobody listening there. A link is
 * made once, and a process listens before it links, so a live claim is never taken for a dead one. The
 * last claim is never removed, not even by its holder, so numbers only grow: a starter that was paused
 * with an old view of the folder either fails to link or finds a later claim than its own.
 */

const claimName = /^claim-(\d+)$/
/** So many dead claims are kept, for starters whose view of the folder is that old. */
const keptClaims = 8
const strayMs = 3_600_000
const answerMs = 400

interface LockFolder {
  fd: number
  /** Sockets have short paths; through the open folder the data may lie as deep as it likes. */
  at(name: string): string
}

/** Who may have made the lock folder; anybody else could hold the lock for ever. */
function isTrusted(uid: number, dataDir: string): boolean {
  const me = process.getuid?.()
  if (me !== 0) return uid === me
  return [0, ownerOf(dataDir)?.uid, ownerOf(clusterOf(dataDir))?.uid].includes(uid)
}

function openLockFolder(dataDir: string): LockFolder {
  const path = join(dataDir, 'lock')
  let fd: number
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    fd = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  } catch (error) {
    throw new Error(
      `The lock folder ${path} cannot be opened (${(error as NodeJS.ErrnoException).code}); it must be a folder of the user who runs the server.`,
    )
  }
  const { uid } = fstatSync(fd)
  if (!isTrusted(uid, dataDir)) {
    closeSync(fd)
    throw new Error(
      `The lock folder ${path} belongs to another user (uid ${uid}), who could keep the server from starting; remove it.`,
    )
  }
  fchmodSync(fd, 0o700)
  // Started by root in a user's folder: the user has to be able to start it next time.
  const owner = statSync(dataDir)
  if (process.getuid?.() === 0 && uid === 0 && owner.uid !== 0) fchownSync(fd, owner.uid, owner.gid)
  return { fd, at: (name) => `/proc/self/fd/${fd}/${name}` }
}

const noSockets = new Set(['EPERM', 'EOPNOTSUPP', 'ENOTSUP', 'EINVAL', 'ENOSYS'])

function explained(error: NodeJS.ErrnoException, dataDir: string): Error {
  if (!noSockets.has(error.code ?? '')) return error
  return new Error(
    `The data folder ${dataDir} cannot be locked: its file system has no sockets or no hard links (${error.code}); choose a folder on another one.`,
    { cause: error },
  )
}

async function listenAt(folder: LockFolder, name: string): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => {}).end(String(process.pid)))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(folder.at(name), resolve)
  })
  server.on('error', () => {}).unref()
  giveToOwner(folder, name)
  return server
}

/** What root makes is to be read by the folder's owner too. */
function giveToOwner(folder: LockFolder, name: string): void {
  const { uid, gid } = fstatSync(folder.fd)
  if (process.getuid?.() === 0) chownSync(folder.at(name), uid, gid)
}

/** A claim that is over becomes an ordinary file: not every program copies sockets. */
function closeClaim(folder: LockFolder, number: number): void {
  const draft = `own-${randomUUID()}`
  try {
    writeFileSync(folder.at(draft), '', { mode: 0o600 })
    giveToOwner(folder, draft)
    renameSync(folder.at(draft), folder.at(`claim-${number}`))
  } catch {
    // On a full disk it stays a socket on which nobody listens.
  }
}

function lastClaim(folder: LockFolder): number {
  const numbers = readdirSync(folder.at('.')).map((name) => Number(claimName.exec(name)?.[1] ?? 0))
  return Math.max(0, ...numbers)
}

/** The process that listens there; 0 where one does without telling who it is; undefined: nobody. */
function listenerAt(path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path)
    const giveUp = setTimeout(() => socket.destroy(), answerMs)
    let refused = false
    socket.on('data', (text) => resolve(Number(text)))
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      refused = code === 'ECONNREFUSED' || code === 'ENOENT'
    })
    socket.on('close', () => {
      clearTimeout(giveUp)
      resolve(refused ? undefined : 0)
    })
  })
}

/** Links our socket to the number after the last claim; returns the holder where there is one. */
async function claim(
  folder: LockFolder,
  own: string,
): Promise<{ holder: number } | { number: number }> {
  for (;;) {
    const last = lastClaim(folder)
    const holder = last > 0 ? await listenerAt(folder.at(`claim-${last}`)) : undefined
    if (holder !== undefined) return { holder }
    const mine = folder.at(`claim-${last + 1}`)
    try {
      linkSync(folder.at(own), mine)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw error
    }
    if (lastClaim(folder) === last + 1) return { number: last + 1 }
    // Our view was old: others have gone on from a claim that was removed since.
    rmSync(mine, { force: true })
  }
}

/** What nobody looks at any more: old claims, and sockets of starters that were killed before theirs. */
function sweep(folder: LockFolder, mine: number): void {
  const oldest = mine - keptClaims
  for (const name of readdirSync(folder.at('.'))) {
    const number = claimName.exec(name)?.[1]
    const path = folder.at(name)
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    const old = number ? Number(number) < oldest : Date.now() - made > strayMs
    if (old) rmSync(path, { force: true })
    else if (number && Number(number) < mine) closeClaim(folder, Number(number))
  }
}

/** Takes the lock, or returns the process that has it, 0 where that does not say who it is. */
export async function lockBySocket(dataDir: string): Promise<(() => void) | number> {
  const folder = openLockFolder(dataDir)
  const own = `own-${randomUUID()}`
  let server: Server | undefined
  let open = true
  // Closing unlinks the path that was listened on, so the folder stays open until then.
  const release = () => {
    if (!open) return
    open = false
    if (server) server.close(() => closeSync(folder.fd))
    else closeSync(folder.fd)
  }
  try {
    server = await listenAt(folder, own)
    const claimed = await claim(folder, own)
    rmSync(folder.at(own), { force: true })
    if ('holder' in claimed) {
      release()
      return claimed.holder
    }
    sweep(folder, claimed.number)
    return () => {
      if (open) closeClaim(folder, claimed.number)
      release()
    }
  } catch (error) {
    rmSync(folder.at(own), { force: true })
    release()
    throw explained(error as NodeJS.ErrnoException, dataDir)
  }
}
