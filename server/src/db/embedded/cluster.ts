import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Account, clusterOf, ownerOf, runAs } from './account.ts'
import type { Binaries } from './binaries.ts'

export const ownerRole = 'screening_room'
export const appRole = 'screening_room_app'
export const databaseName = 'screening_room'

export interface Passwords {
  owner: string
  app: string
}

// The collation is PostgreSQL's own everywhere, so a system update cannot reorder an index; the
// system's locale still tells pg_trgm which characters are letters, hence it has to know UTF-8.
const locales = [
  ['--locale=C.UTF-8'],
  ['--locale=en_US.UTF-8'],
  ['--locale=C', '--lc-ctype=UTF-8'],
  ['--locale=C'],
]

function syncPath(path: string): void {
  // Windows opens no folders and needs no sync of them.
  if (process.platform === 'win32') return
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

function keepPasswords(dataDir: string): Passwords {
  const file = join(dataDir, 'postgres-passwords.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  if (existsSync(clusterOf(dataDir))) {
    throw new Error(
      `The file ${file} is missing, without which the database beside it cannot be opened; put it back from a backup.`,
    )
  }
  const passwords = { owner: randomPassword(), app: randomPassword() }
  writeFileSync(`${file}.new`, `${JSON.stringify(passwords)}\n`, { mode: 0o600 })
  syncPath(`${file}.new`)
  renameSync(`${file}.new`, file)
  syncPath(dataDir)
  return passwords
}

const randomPassword = () => randomBytes(24).toString('base64url')

async function initialise(
  dataDir: string,
  password: string,
  binaries: Binaries,
  account: Account | undefined,
): Promise<void> {
  const draft = join(dataDir, 'postgres.new')
  const passwordFile = join(dataDir, 'postgres.new.password')
  rmSync(draft, { recursive: true, force: true })
  rmSync(passwordFile, { force: true })
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' })
  if (account) for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid)
  try {
    await runInitdb(binaries, ['-D', draft, `--pwfile=${passwordFile}`], account)
  } catch (cause) {
    const { stderr } = cause as { stderr?: string }
    throw new Error(`A database could not be made in ${dataDir}: ${stderr?.trim() || cause}`, {
      cause,
    })
  } finally {
    rmSync(passwordFile, { force: true })
  }
  // Under its final name only when whole: a start cut short leaves no half-made cluster behind.
  renameSync(draft, clusterOf(dataDir))
  syncPath(dataDir)
}

async function runInitdb(
  binaries: Binaries,
  place: string[],
  account: Account | undefined,
): Promise<void> {
  const safety = ['--data-checksums', '--auth=scram-sha-256', '--no-instructions']
  const text = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const options = { cwd: dirname(binaries.initdb), windowsHide: true, ...runAs(account) }
  let failure: unknown
  for (const locale of locales) {
    const args = [...place, '-U', ownerRole, ...safety, ...text, ...locale]
    try {
      await promisify(execFile)(binaries.initdb, args, options)
      return
    } catch (error) {
      failure ??= error
    }
  }
  throw failure
}

// Copying or restoring a data folder as root leaves it owned by root.
function giveAway(path: string, account: Account): void {
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) {
      chownSync(join(entry.parentPath, entry.name), account.uid, account.gid)
    }
  }
  chownSync(path, account.uid, account.gid)
}

export function checkVersion(dataDir: string, binaries: Binaries): void {
  const file = join(clusterOf(dataDir), 'PG_VERSION')
  if (!existsSync(clusterOf(dataDir))) return
  const made = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  if (!made) throw new Error(`${clusterOf(dataDir)} holds something that is not a database.`)
  if (made !== binaries.major) {
    throw new Error(
      `The database in ${clusterOf(dataDir)} was made by PostgreSQL ${made} and cannot be opened by PostgreSQL ${binaries.major}; restore a backup of it into a new data folder.`,
    )
  }
}

export async function ensureCluster(
  dataDir: string,
  binaries: Binaries,
  account: Account | undefined,
): Promise<Passwords> {
  const passwords = keepPasswords(dataDir)
  const cluster = clusterOf(dataDir)
  if (!existsSync(cluster)) await initialise(dataDir, passwords.owner, binaries, account)
  if (account && ownerOf(cluster)?.uid === 0) giveAway(cluster, account)
  // PostgreSQL refuses a folder that a careless copy has opened to others.
  chmodSync(cluster, 0o700)
  return passwords
}

// At every start, as the start before may have ended between any two of these statements.
export async function ensureDatabase(maintenanceUrl: string, appPassword: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    const exists = async (sql: string, name: string) =>
      (await client.query(sql, [name])).rowCount === 1
    if (!(await exists('SELECT 1 FROM pg_roles WHERE rolname = $1', appRole))) {
      await client.query(`CREATE ROLE ${appRole}`)
    }
    await client.query(
      `ALTER ROLE ${appRole} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
       PASSWORD ${client.escapeLiteral(appPassword)}`,
    )
    if (!(await exists('SELECT 1 FROM pg_database WHERE datname = $1', databaseName))) {
      await client.query(`CREATE DATABASE ${databaseName} OWNER ${ownerRole}`)
    }
  } finally {
    await client.end().catch(() => {})
  }
}
