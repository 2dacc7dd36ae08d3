import { spawn } from 'node:child_process'
import { chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { startEmbedded } from '../src/db/embedded.ts'
import {
  cleanUpAfterwards,
  copiedFolder,
  exists,
  isRoot,
  kill,
  onLinux,
  postmasterPid,
  postmastersOf,
  query,
  running,
  start,
  startChild,
  watchdogOf,
} from './embedded/servers.ts'
import { until } from './setup/test-support.ts'

cleanUpAfterwards()

describe.runIf(onLinux)('after kill -9', () => {
  test('of the server under writes, again and again, the next starts at once, every acknowledged row is there and one postmaster runs', {
    tags: ['torture'],
  }, async () => {
    const kills = many(2, 50, 1000)
    const dataDir = copiedFolder()
    const acknowledged: string[] = []
    for (let round = 0; round < kills; round++) {
      const writer = await startChild([dataDir, 'write'])
      expect(writer.failed).toBeUndefined()
      await until(() => writer.lines.filter((line) => line.wrote).length > 40)
      expect(postmastersOf(dataDir)).toEqual([postmasterPid(dataDir)])
      await kill(writer)
      acknowledged.push(...writer.lines.flatMap((line) => line.wrote ?? []))
    }
    const db = await start(dataDir)
    expect(postmastersOf(dataDir)).toEqual([postmasterPid(dataDir)])
    const rows = await query<{ id: string }>(db.adminUrl, 'SELECT id FROM acknowledged')
    const kept = new Set(rows.map((row) => row.id))
    expect(acknowledged.length).toBeGreaterThan(40 * kills)
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
    console.log(`${kills} kills, ${acknowledged.length} rows acknowledged, none lost`)
    figure('F2', kills)
    figure('F11', kills)
  })

  test('of the server alone, its PostgreSQL is ended without anybody starting anew', async () => {
    const dataDir = copiedFolder()
    const server = await startChild([dataDir])
    const pid = postmasterPid(dataDir)
    await kill(server)
    await until(() => !exists(pid))
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  })

  test('of the server and its watchdog, the PostgreSQL left over is ended by the next start', async () => {
    const dataDir = copiedFolder()
    const server = await startChild([dataDir])
    const left = postmasterPid(dataDir)
    process.kill(watchdogOf(left), 'SIGKILL')
    await kill(server)
    await sleep(300)
    expect(exists(left)).toBe(true)

    const lines: string[] = []
    const log = (line: string) => void lines.push(line)
    running.push(await startEmbedded({ dataDir, explicit: true, log }))
    expect(lines).toHaveLength(1)
    expect(exists(left)).toBe(false)
    expect(postmastersOf(dataDir)).toEqual([postmasterPid(dataDir)])
  })

  test('a stranger that was given the number of a dead postmaster lives, and blocks nothing', async () => {
    const { dataDir, stop } = await start(copiedFolder())
    const file = join(dataDir, 'postgres', 'postmaster.pid')
    const lines = readFileSync(file, 'utf8').split('\n')
    await stop()
    const owner = statSync(join(dataDir, 'postgres'))
    const as = isRoot ? { uid: owner.uid, gid: owner.gid } : {}
    const stranger = spawn('sleep', ['60'], as)
    writeFileSync(file, [stranger.pid, ...lines.slice(1)].join('\n'))
    chownSync(file, owner.uid, owner.gid)
    try {
      const db = await start(dataDir)
      expect(await query(db.appUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
      expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
    } finally {
      stranger.kill('SIGKILL')
    }
  })

  test('of the postmaster the listener is told, and restart brings back the data at the same address', async () => {
    const db = await start(copiedFolder())
    let told = 0
    db.onExit(() => told++)
    await query(db.adminUrl, 'CREATE TABLE kept AS SELECT 42 AS answer')
    const idle = new pg.Client({ connectionString: db.appUrl })
    idle.on('error', () => {})
    await idle.connect()
    const { rows } = await idle.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const backend = rows[0]?.pid ?? 0
    // A backend that does not notice the death for a while holds on to the shared memory.
    process.kill(backend, 'SIGSTOP')
    process.kill(postmasterPid(db.dataDir), 'SIGKILL')
    await until(() => told === 1)
    expect(db.alive()).toBe(false)

    setTimeout(() => process.kill(backend, 'SIGCONT'), 800)
    await Promise.all([db.restart(), db.restart()])
    expect(db.alive()).toBe(true)
    expect(await query(db.adminUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    await db.stop()
    expect(told).toBe(1)
    await expect(db.restart()).rejects.toThrow('being stopped')
  })
})
