import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

// PostgreSQL refuses to run as root, so a server that is root lends it another account.
export interface Account {
  name: string
  uid: number
  gid: number
}

// Where root keeps what the borrowed account cannot reach elsewhere, such as below root's home.
export const sharedFolder = '/var/lib/screening-room'

export const clusterOf = (dataDir: string): string => join(dataDir, 'postgres')

export function ownerOf(path: string): { uid: number; gid: number } | undefined {
  return statSync(path, { throwIfNoEntry: false })
}

// An existing cluster keeps its owner, so that it may be started by root today and by its owner
// tomorrow.
function chooseAccount(dataDir: string): Account | undefined {
  const owner = ownerOf(clusterOf(dataDir))
  if (process.getuid?.() !== 0) {
    if (owner && process.getuid && owner.uid !== process.getuid()) {
      throw new Error(
        `The database in ${clusterOf(dataDir)} belongs to another user (uid ${owner.uid}); start the server as that user or as root.`,
      )
    }
    return undefined
  }
  if (owner && owner.uid !== 0) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => {
      const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
      return status === 0 ? Number(stdout) : 0
    })
    if (uid && gid) return { name, uid, gid }
  }
  throw new Error(
    'PostgreSQL cannot run as root, and this system has neither a postgres nor a nobody user; start the server as an ordinary user.',
  )
}

export const runAs = (account: Account | undefined): { uid?: number; gid?: number } =>
  account ? { uid: account.uid, gid: account.gid } : {}

// Asking the kernel as that user sees access lists and mount options that mode bits do not show.
export function reaches(account: Account | undefined, path: string): boolean {
  if (!account) return true
  const test = statSync(path).isDirectory() ? 'test -x "$1"' : 'test -r "$1"'
  const probe = ['-c', test, 'sh', path]
  return spawnSync('/bin/sh', probe, { cwd: '/', ...runAs(account) }).status === 0
}

// The outermost folder on the way that the account may not enter.
function barrier(account: Account | undefined, path: string): string | undefined {
  const above = dirname(path) === path ? undefined : barrier(account, dirname(path))
  if (above || !existsSync(path)) return above
  return reaches(account, path) ? undefined : path
}

// Empty, or a data folder of ours that a copy or a restored backup left to root alone.
function isOurs(folder: string): boolean {
  if (ownerOf(folder)?.uid !== 0) return false
  const names = readdirSync(folder).filter((name) => name !== 'lock')
  return names.length === 0 || names.includes('postgres-passwords.json')
}

function makeFolder(dataDir: string, account: Account | undefined): void {
  const made = mkdirSync(dirname(dataDir), { recursive: true })
  // Whatever the umask, the account has to pass through the parents that were just made.
  for (let path = dirname(dataDir); account && made && path.length >= made.length; ) {
    chmodSync(path, 0o755)
    path = dirname(path)
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // It may pass through to its cluster and no more: root writes here, and would follow its links.
  // Only a folder of ours is changed, as an explicit one may be somebody's, such as /srv.
  if (account && isOurs(dataDir)) {
    chownSync(dataDir, 0, account.gid)
    chmodSync(dataDir, 0o710)
  }
}

export function makeSharedFolder(): string {
  mkdirSync(sharedFolder, { recursive: true })
  chmodSync(sharedFolder, 0o755)
  return sharedFolder
}

// Where the data really lives, and who runs PostgreSQL there.
export function settleFolder(
  wanted: string,
  explicit: boolean,
  log: (line: string) => void,
): { dataDir: string; account: Account | undefined } {
  const account = chooseAccount(wanted)
  const yielding = existsSync(wanted) && isOurs(wanted)
  const closed = account && barrier(account, yielding ? dirname(wanted) : wanted)
  if (!closed) {
    makeFolder(wanted, account)
    return { dataDir: wanted, account }
  }
  if (explicit) {
    throw new Error(
      `The data folder ${wanted} cannot be used: PostgreSQL runs as the user ${account.name}, who may not enter ${closed}; choose another folder or open that one.`,
    )
  }
  const hash = createHash('sha256').update(wanted).digest('hex').slice(0, 8)
  const dataDir = join(makeSharedFolder(), `${basename(wanted)}-${hash}`)
  const accountThere = chooseAccount(dataDir)
  makeFolder(dataDir, accountThere)
  log(`data is kept in ${dataDir}, as the user ${account.name} may not enter ${closed}`)
  return { dataDir, account: accountThere }
}
