import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { BuiltInRole } from '@screening-room/contract/permissions'
import { findRunning } from '../../server/dist/db/embedded/running.js'
import { type Db, openPool } from '../../server/dist/db/pool.js'
import { createAccount } from '../../server/dist/domain/accounts.js'

/* The built server as a separate process, on a copy of a database that was seeded once for the run. */

const main = fileURLToPath(new URL('../../server/dist/bundle/main.js', import.meta.url))

/**
 * The first second of a demo film, without its sound. Playing a film and reading its contact sheet cost much
 * processor time: a test takes a longer one only where it needs the length.
 */
export const shortFilm = 'one-second.webm'

export interface Account {
  id: number
  phone: string
  password: string
  nickName: string
}

export interface Server {
  url: string
  dataDir: string
  /** Where its films are. */
  mediaDir: string
  /** As the owner of the tables, to arrange a test's data. */
  db: Db
  /** A new account, so that tests do not sign each other out. */
  addAccount(role?: BuiltInRole, nickName?: string): Promise<Account>
  /** SIGTERM, as an operator would; the address stays the same for start(). */
  stop(): Promise<void>
  start(): Promise<void>
  /** Ends everything and removes the folder. */
  close(): Promise<void>
}

function launch(dataDir: string, port: number, env: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      // One page asks for ten things at once, and each new connection reads PostgreSQL's catalogue anew.
      DATABASE_POOL: '4',
      // A test that shows pictures of other hosts allows them.
      MEDIA_HOSTS: 'none',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => output.push(line))
  const ready = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line)
      const address = /Screening Room\s+(http:\S+)/.exec(line)?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) =>
      reject(new Error(`the server ended with ${code}\n${output.join('\n')}`)),
    )
  })
  return { child, ready }
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

/** Readable for PostgreSQL's user when the tests run as root. */
async function makeFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `screening-room-${name}-`))
  await chmod(folder, 0o755)
  return folder
}

export async function startServer(env: Record<string, string> = {}): Promise<Server> {
  const folder = await makeFolder('e2e')
  const dataDir = join(folder, 'data')
  // Where demo data is off, the store is new and empty; else a copy of what the global set-up seeded.
  if (env.DEMO_DATA !== 'off')
    await cp(process.env.E2E_TEMPLATE ?? '', dataDir, { recursive: true, preserveTimestamps: true })
  let running = launch(dataDir, 0, env)
  const url = await running.ready
  const port = Number(new URL(url).port)
  const connect = () =>
    openPool({
      url: findRunning(dataDir, true).adminUrl,
      size: 2,
      timeZone: 'Asia/Shanghai',
      patient: true,
      onError: () => {},
    })
  let db = connect()
  let people = 0
  const stop = async () => {
    await db.close()
    running.child.kill('SIGTERM')
    await ended(running.child)
  }
  const server: Server = {
    url,
    dataDir,
    mediaDir: join(dataDir, 'media'),
    db,
    addAccount: async (role = 'reviewer', nickName) => {
      const phone = `1370000${String(++people).padStart(4, '0')}`
      const account = {
        phone,
        nickName: nickName ?? `${role} ${people}`,
        password: 'ten otters slept on the ice',
      }
      const { id } = await createAccount(db, { ...account, role })
      return { id, ...account }
    },
    stop,
    start: async () => {
      running = launch(dataDir, port, env)
      await running.ready
      db = connect()
      server.db = db
    },
    close: async () => {
      await stop().catch(() => {})
      await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
    },
  }
  return server
}

/** The app in front of a provider: a server without a store. */
export async function startApp(
  env: Record<string, string>,
): Promise<{ url: string; close(): Promise<void> }> {
  const { child, ready } = launch('/nonexistent', 0, env)
  return {
    url: await ready,
    close: () => {
      child.kill('SIGTERM')
      return ended(child)
    },
  }
}

/** Starts once with demo data and stops again; the folder is what every test file copies. */
export async function makeTemplate(): Promise<{ folder: string; remove(): Promise<void> }> {
  const parent = await makeFolder('e2e-template')
  const folder = join(parent, 'data')
  const { child, ready } = launch(folder, 0, {})
  await ready
  child.kill('SIGTERM')
  await ended(child)
  await cp(fileURLToPath(new URL(shortFilm, import.meta.url)), join(folder, 'media', shortFilm))
  return { folder, remove: () => rm(parent, { recursive: true, force: true }) }
}
