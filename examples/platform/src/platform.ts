import { once } from 'node:events'
import { type Client, createClient } from '@screening-room/client'
import type { Pool } from 'pg'
import { openDatabase } from './database.ts'
import { catchUp } from './incoming.ts'
import { sendOutgoing, tellReportReasons } from './outgoing.ts'
import { createPlatformServer } from './server.ts'

/* The platform: its web server, and the two jobs that keep it and Screening Room in step. */

export interface Settings {
  databaseUrl: string
  /** Of the media store that Screening Room reads. */
  mediaDir: string
  port: number
  screeningRoom: { url: string; key: string; webhookSecret: string }
  /** How long a reviewer can undo a decision: UNDO_GRACE_SECONDS of Screening Room. */
  undoSeconds: number
}

const sendEveryMs = 5_000
const catchUpEveryMs = 20_000

/** Runs a job again and again, one run at a time; `now` asks for the next run at once. */
function repeat(name: string, everyMs: number, job: () => Promise<void>) {
  let asked = false
  let running = false
  const now = async () => {
    asked = true
    if (running) return
    running = true
    try {
      while (asked) {
        asked = false
        await job()
      }
    } catch (error) {
      console.error(`${name}: ${(error as Error).message}; it is tried again.`)
    } finally {
      running = false
    }
  }
  const timer = setInterval(now, everyMs)
  void now()
  return { now, stop: () => clearInterval(timer) }
}

function keepInStep(pool: Pool, client: Client, undoSeconds: number) {
  const sending = repeat('Sending', sendEveryMs, () => sendOutgoing(pool, client))
  const reading = repeat('Reading events', catchUpEveryMs, () => catchUp(pool, client, undoSeconds))
  return {
    send: sending.now,
    stop: () => {
      sending.stop()
      reading.stop()
    },
  }
}

export async function startPlatform(settings: Settings) {
  const { databaseUrl, mediaDir, port, screeningRoom, undoSeconds } = settings
  const pool = await openDatabase(databaseUrl)
  const client = createClient(screeningRoom)
  await tellReportReasons(pool)
  const jobs = keepInStep(pool, client, undoSeconds)
  const { webhookSecret } = screeningRoom
  const server = createPlatformServer({ pool, mediaDir, webhookSecret, onChange: jobs.send })
  // No password guards it: it is for this machine alone.
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    async close() {
      jobs.stop()
      server.closeAllConnections()
      server.close()
      await pool.end()
    },
  }
}
