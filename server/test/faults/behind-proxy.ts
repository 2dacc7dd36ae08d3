import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { status } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { pino } from 'pino'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { Db } from '../../src/db/pool.ts'
import { openMediaStore } from '../../src/domain/media.ts'
import { type Answer, Client } from '../setup/client.ts'
import { addVideo, eventsOf, statusOf } from '../setup/items.ts'
import { closeAtOnce, copyDatabase, openOwnerPool, openTestPool } from '../setup/server.ts'
import { addPerson, addSession, sessionCookie } from '../setup/sessions.ts'
import { type FaultyLine, startProxy } from './proxy.ts'

/* A whole server whose way to its database leads through the proxy. */

export interface ProxiedServer {
  url: string
  proxy: FaultyLine
  /** The server's own connections. */
  db: Db
  /** Straight to the database, past the proxy. */
  owner: Db
  adminUrl: string
  reviewer: Client
  /** Rejects a video, and says how long that took. */
  reject(videoId: number, key?: string): Promise<Answer & { ms: number }>
  newVideo(): Promise<number>
  /** How often the rejection is recorded; 0 also means that the row is untouched. */
  timesRejected(videoId: number): Promise<number>
  close(): Promise<void>
}

export async function startBehindProxy(poolSize = 10): Promise<ProxiedServer> {
  const database = await copyDatabase(false)
  const proxy = await startProxy(database.app)
  const folder = await mkdtemp(join(tmpdir(), 'screening-room-proxied-'))
  const env = { DATABASE_URL: proxy.url, MEDIA_DIR: folder, PORT: '0' }
  const config = readConfig(env, folder)
  const db = openTestPool(proxy.url, poolSize)
  const owner = openOwnerPool(database.admin)
  const mediaKey = randomBytes(32)
  const media = await openMediaStore(config, mediaKey)
  const log = pino({ level: 'silent' })
  const webFolder = join(folder, 'no-web')
  const { app } = await buildApp({ config, db, media, mediaKey, log, webFolder, demo: false })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

  const { id, token } = await addPerson(owner)
  const reviewer = Object.assign(new Client(url), { token, userId: id })
  reviewer.cookies.set(sessionCookie, await addSession(owner, id))

  return {
    url,
    proxy,
    db,
    owner,
    adminUrl: database.admin,
    reviewer,
    reject: async (videoId, key) => {
      const began = performance.now()
      const headers = key ? { 'idempotency-key': key } : undefined
      const input = { videoId, message: 'too dark' }
      const answer = await reviewer.send(videoCalls.project.reject, input, headers)
      return { ...answer, ms: performance.now() - began }
    },
    newVideo: () => addVideo(owner),
    timesRejected: async (videoId) => {
      const events = await eventsOf(owner, 'video', videoId)
      const now = await statusOf(owner, 'video', videoId)
      if ((now === status.rejected) !== events.length > 0)
        throw new Error(`video ${videoId} is ${now} with ${events.length} events`)
      return events.length
    },
    close: async () => {
      await closeAtOnce(app)
      await proxy.close()
      await db.close()
      await owner.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const newKey = () => randomUUID()
