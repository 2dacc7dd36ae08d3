import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { DatabaseUnfit } from '../../src/db/errors.ts'
import { openStore } from '../../src/db/open.ts'
import { type Db, openPool } from '../../src/db/pool.ts'
import { operator } from '../../src/domain/accounts.ts'
import { openMediaStore } from '../../src/domain/media.ts'
import { hashPassword } from '../../src/domain/passwords.ts'
import type { RouteEntry } from '../../src/http/policy.ts'
import { insertAccount, type NewAccount } from '../../src/store/accounts.ts'
import { appendEvents } from '../../src/store/events.ts'
import { Client } from './client.ts'
import { withDatabase } from './global.ts'

/* A whole server on a database of its own, spoken to over real HTTP. */

export interface TestServer {
  url: string
  app: FastifyInstance
  config: Config
  routes: readonly RouteEntry[]
  /** As the server itself is connected. */
  db: Db
  /** As the owner of the tables: for arranging and for looking. */
  owner: Db
  databaseUrls: { app: string; admin: string }
  /** Everything the server logged, one JSON line each. */
  log: string[]
  mediaDir: string
  mediaKey: Buffer
  /** A new account, signed in. */
  signIn(role?: string, nickName?: string): Promise<Client>
  /** Nobody. */
  stranger(): Client
  close(): Promise<void>
}

export interface ServerOptions {
  demo?: boolean
  env?: Record<string, string>
  /** A migrated database of the test's own making. */
  database?: TestDatabase
  /** Checking a password takes as long as it does for people: for tests about that. */
  slowPasswords?: boolean
}

/** What the server says when it is started with this database, without a stack; undefined where it starts. */
export async function refusalOf(urls: { app: string; admin: string }): Promise<string | undefined> {
  const options = { databaseUrl: urls.app, databaseAdminUrl: urls.admin, databasePool: 2 }
  const rest = { dataDir: '/nonexistent', dataDirChosen: true, platformTz: 'Asia/Shanghai' }
  try {
    const store = await openStore({ ...options, ...rest }, () => {})
    await store.close()
    return undefined
  } catch (error) {
    if (error instanceof DatabaseUnfit) return error.message
    throw error
  }
}

export const testPassword = 'ten otters slept on the ice'

/** The one password, hashed once for each cost: a sign-in takes as long as the hash did. */
const testHashes = new Map<boolean, Promise<string>>()

function hashTestPassword(slow: boolean): Promise<string> {
  const quickly = { memoryCost: 64, timeCost: 1, parallelism: 1 }
  const made =
    testHashes.get(slow) ?? (slow ? hashPassword(testPassword) : hash(testPassword, quickly))
  testHashes.set(slow, made)
  return made
}

/** As an operator adds one. */
async function addAccount(owner: Db, account: NewAccount): Promise<void> {
  await owner.transaction(async (tx) => {
    const id = await insertAccount(tx, account)
    if (id === undefined) throw new Error(`${account.phone} is taken`)
    const details = { role: account.role }
    await appendEvents(tx, operator, [id], { action: 'account.create', queue: 'account', details })
  })
}

let made = 0

export interface TestDatabase {
  app: string
  admin: string
  drop(): Promise<void>
}

/** `how` as CREATE DATABASE takes it. */
async function createDatabase(how: string): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl')
  const name = `test_${process.pid}_${++made}_${randomBytes(3).toString('hex')}`
  const run = async (text: string) => {
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  // Cheaper than writing each page to the log, where nothing is synced.
  await run(`create database ${name} template ${how} strategy file_copy`)
  return {
    app: withDatabase(inject('appUrl'), name),
    admin: withDatabase(adminUrl, name),
    drop: () => run(`drop database ${name} with (force)`),
  }
}

/** A copy of the empty or the demo database. */
export const copyDatabase = (demo: boolean) =>
  createDatabase(demo ? 'template_demo' : 'template_empty')

/** A copy of one that a test has filled, and closed every connection to. */
export const copyOf = ({ admin }: TestDatabase) => createDatabase(new URL(admin).pathname.slice(1))

/** One without a single table, such as an operator creates. */
export const emptyDatabase = (kind = '') => createDatabase(`template0 ${kind}`)

export function openTestPool(url: string, size = 10, timeZone = 'Asia/Shanghai'): Db {
  return openPool({ url, size, timeZone, onError: () => {} })
}

/** For what a test prepares and looks up: no limit of the server's own cuts it short. */
export function openOwnerPool(url: string, size = 4, timeZone = 'Asia/Shanghai'): Db {
  return openPool({ url, size, timeZone, patient: true, onError: () => {} })
}

/** Without waiting for open connections, nor for those that open at the last moment. */
export async function closeAtOnce(app: FastifyInstance): Promise<void> {
  const cut = setInterval(() => app.server.closeAllConnections(), 50)
  app.server.closeAllConnections()
  await app.close().finally(() => clearInterval(cut))
}

/** Says what does not end, where a hook that waits for it would only say that time is over. */
async function inTime(what: string, end: Promise<unknown>): Promise<void> {
  const late = AbortSignal.timeout(120_000)
  const failed = new Promise((_, reject) => {
    late.addEventListener('abort', () => reject(new Error(`${what} does not close`)))
  })
  await Promise.race([end, failed])
}

export async function startServer({
  demo = false,
  env = {},
  database: own,
  slowPasswords = false,
}: ServerOptions = {}): Promise<TestServer> {
  const database = own ?? (await copyDatabase(demo))
  const folder = await mkdtemp(join(tmpdir(), 'screening-room-media-'))
  const config = readConfig(
    { DATABASE_URL: database.app, MEDIA_DIR: folder, PORT: '0', LOG_LEVEL: 'info', ...env },
    folder,
  )
  const db = openTestPool(database.app, config.databasePool, config.platformTz)
  const owner = openOwnerPool(database.admin, 4, config.platformTz)
  const log: string[] = []
  const mediaKey = randomBytes(32)
  const { app, routes } = await buildApp({
    config,
    db,
    media: await openMediaStore(config, mediaKey),
    mediaKey,
    log: pino(
      { level: config.logLevel, base: null },
      { write: (line: string) => void log.push(line) },
    ),
    webFolder: join(folder, 'no-web'),
    demo,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  let people = 0
  return {
    url,
    app,
    config,
    routes,
    db,
    owner,
    databaseUrls: database,
    log,
    mediaDir: folder,
    mediaKey,
    stranger: () => new Client(url),
    signIn: async (role = 'reviewer', nickName) => {
      const phone = `1390000${String(++people).padStart(4, '0')}`
      const name = nickName ?? `${role} ${people}`
      const passwordHash = await hashTestPassword(slowPasswords)
      await addAccount(owner, { phone, nickName: name, role, passwordHash })
      const client = new Client(url)
      // Passwords are checked a few at a time, and the machine may be busy with other tests.
      client.insists = true
      const { code, msg } = await client.signIn(phone, testPassword)
      client.insists = false
      if (code !== 200) throw new Error(`${phone} cannot sign in: ${msg}`)
      return client
    },
    close: async () => {
      await inTime('the server', closeAtOnce(app))
      await inTime('the pool of the server', db.close())
      await inTime('the pool of the test', owner.close())
      await inTime('the database', database.drop())
      await rm(folder, { recursive: true, force: true })
    },
  }
}
