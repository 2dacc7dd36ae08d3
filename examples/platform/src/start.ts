import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ClientError, createClient } from '@screening-room/client'
import pg from 'pg'
import { processConfig } from '../../../server/dist/config.js'
import { startEmbedded } from '../../../server/dist/db/embedded.js'
import { startPlatform } from './platform.ts'

/*
 * npm run example. Does for the platform what an operator does once: a PostgreSQL of its own, a key, an endpoint.
 * Everything else in this folder knows Screening Room by its address, key and secret alone.
 */

const run = promisify(execFile)
const adminProgram = fileURLToPath(new URL('../../../server/dist/bundle/admin.js', import.meta.url))

/** `npm run admin -- …`: returns what it shows once. */
async function admin(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [adminProgram, ...args])
  const shown = /shown this once: (\S+)/.exec(stdout)?.[1]
  if (!shown) throw new Error(`npm run admin said: ${stdout}`)
  return shown
}

interface Membership {
  url: string
  hook: string
  key: string
  webhookSecret: string
}

async function isLive({ url, key }: Pick<Membership, 'url' | 'key'>): Promise<boolean> {
  try {
    await createClient({ url, key, retries: 0 }).events({ limit: 1 })
    return true
  } catch (error) {
    if (error instanceof ClientError && error.code === 401) return false
    throw new Error(`Screening Room does not answer at ${url}: run npm start first.`, {
      cause: error,
    })
  }
}

/** Joins once; later starts find key and secret in a file that only this user can read. */
async function joinScreeningRoom(file: string, url: string, hook: string): Promise<Membership> {
  if (existsSync(file)) {
    const kept: Membership = JSON.parse(readFileSync(file, 'utf8'))
    if (kept.url === url && kept.hook === hook && (await isLive(kept))) return kept
  } else await isLive({ url, key: 'none yet' })
  const name = 'Example platform'
  const scopes = 'items:write,reports:write,events:read'
  const key = await admin('key', 'create', '--name', name, '--scopes', scopes)
  const webhookSecret = await admin('endpoint', 'add', '--name', name, '--url', hook)
  const membership = { url, hook, key, webhookSecret }
  writeFileSync(file, `${JSON.stringify(membership, null, 2)}\n`, { mode: 0o600 })
  return membership
}

/** A database of its own on its own PostgreSQL, which comes with the install. */
async function createDatabase(adminUrl: string): Promise<string> {
  const connection = new pg.Client(adminUrl)
  await connection.connect()
  const found = await connection.query("select from pg_database where datname = 'platform'")
  if (found.rowCount === 0) await connection.query('create database platform')
  await connection.end()
  const url = new URL(adminUrl)
  url.pathname = '/platform'
  return url.href
}

async function start(): Promise<void> {
  const config = processConfig()
  if (config.media.store !== 'local')
    throw new Error('The example writes uploads to a folder: it needs MEDIA_STORE=local.')
  const port = Number(process.env.EXAMPLE_PORT ?? 8090)
  const address = `http://127.0.0.1:${port}`
  const url = process.env.SCREENING_ROOM_URL ?? `http://127.0.0.1:${config.port}`
  const dataDir = join(config.dataDir, 'example-platform')
  const log = (line: string) => console.log(`  ${line}`)
  const postgres = await startEmbedded({ dataDir, explicit: config.dataDirChosen, log })
  const stop = async (close?: () => Promise<void>) => {
    await close?.()
    await postgres.stop()
  }
  try {
    const file = join(postgres.dataDir, 'screening-room.json')
    const screeningRoom = await joinScreeningRoom(file, url, `${address}/hooks/screening-room`)
    const platform = await startPlatform({
      databaseUrl: await createDatabase(postgres.adminUrl),
      mediaDir: join(config.media.dir, config.media.prefix),
      port,
      screeningRoom,
      undoSeconds: config.undoGraceSeconds,
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.once(signal, () => stop(platform.close).finally(() => process.exit(0)))
  } catch (error) {
    await stop()
    throw error
  }
  console.log(`\n  Example platform  ${address}\n  Screening Room    ${url}\n`)
}

try {
  await start()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
