import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { linkLibraries } from '../src/db/embedded/binaries.ts'
import { DataFolderBusy } from '../src/db/embedded.ts'
import {
  built,
  cleanUpAfterwards,
  copiedFolder,
  exists,
  folders,
  isRoot,
  newFolder,
  onLinux,
  postmasterPid,
  query,
  start,
  startChild,
} from './embedded/servers.ts'
import { measureLateness, within } from './setup/test-support.ts'

measureLateness()

cleanUpAfterwards()

describe('a first start', () => {
  test('answers both roles over a private socket, and keeps its passwords to itself', async () => {
    const db = await start(newFolder())
    const sql = `SELECT current_user AS me, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls
                 FROM pg_roles WHERE rolname = current_user`
    const [owner] = await query<{ me: string; rolsuper: boolean }>(db.adminUrl, sql)
    expect(owner).toMatchObject({ me: 'screening_room', rolsuper: true })
    expect(await query(db.appUrl, sql)).toEqual([
      {
        ...{ me: 'screening_room_app', rolsuper: false, rolcreatedb: false },
        ...{ rolcreaterole: false, rolbypassrls: false },
      },
    ])
    await expect(query(db.appUrl, 'CREATE DATABASE mine')).rejects.toThrow('permission denied')
    await expect(query(db.appUrl, 'CREATE ROLE mine')).rejects.toThrow('permission denied')
    await expect(query(db.appUrl.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(
      'password authentication failed',
    )
    const { mode } = statSync(join(db.dataDir, 'postgres-passwords.json'))
    expect(mode & 0o777).toBe(0o600)
    expect(db.alive()).toBe(true)

    const socket = new URL(db.adminUrl).searchParams.get('host')
    if (socket) expect(statSync(socket).mode & 0o777).toBe(0o700)
  })

  test('speaks UTF-8, checks its pages, syncs what it commits and listens to nobody outside', async () => {
    const db = await start(newFolder())
    const show = async (name: string) =>
      (await query<Record<string, string>>(db.adminUrl, `SHOW ${name}`))[0]?.[name]
    expect(await show('server_encoding')).toBe('UTF8')
    expect(await show('data_checksums')).toBe('on')
    expect(await show('fsync')).toBe('on')
    expect(await show('synchronous_commit')).toBe('on')
    expect(await show('max_connections')).toBe('60')
    expect(['', '127.0.0.1']).toContain(await show('listen_addresses'))
    const [text] = await query<{ upper: string; order: boolean }>(
      db.adminUrl,
      `SELECT upper('é') AS upper, 'B' < 'a' AS order`,
    )
    expect(text).toEqual({ upper: 'É', order: true })
    await query(db.adminUrl, 'CREATE EXTENSION pg_trgm')
    const [trigrams] = await query<{ n: number }>(
      db.adminUrl,
      `SELECT cardinality(show_trgm('审核视频')) AS n`,
    )
    expect(trigrams?.n).toBeGreaterThan(0)
  })

  test('stops in order, frees the folder, and finds everything again with the same passwords', async () => {
    const first = await start(copiedFolder())
    await query(first.adminUrl, 'CREATE TABLE kept AS SELECT 42 AS answer')
    const pid = postmasterPid(first.dataDir)
    await Promise.all([first.stop(), first.stop()])
    expect(exists(pid)).toBe(false)
    expect(first.alive()).toBe(false)
    expect(existsSync(join(first.dataDir, 'server.pid'))).toBe(false)

    const second = await start(first.dataDir)
    expect(second.adminUrl).toBe(first.adminUrl)
    expect(await query(second.adminUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  test('makes the links that a package without install scripts lacks, in several processes at once', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'native', 'lib'), { recursive: true })
    writeFileSync(join(folder, 'native', 'lib', 'libpq.so.5.18'), 'library')
    const links = ['libpq.so', 'libpq.so.5'].map((name) => ({
      source: 'native/lib/libpq.so.5.18',
      target: `native/lib/${name}`,
    }))
    writeFileSync(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links))
    const module = join(built, 'embedded', 'binaries.js')
    const script = `(await import(${JSON.stringify(module)})).linkLibraries(${JSON.stringify(folder)})`
    const codes = await Promise.all(
      [1, 2, 3].map(() => {
        const program = spawn(process.execPath, ['--input-type=module', '-e', script])
        return new Promise((resolve) => program.once('exit', resolve))
      }),
    )
    expect(codes).toEqual([0, 0, 0])
    linkLibraries(folder)
    for (const { target } of links)
      expect(readFileSync(join(folder, target), 'utf8')).toBe('library')
  })
})

describe('one server per folder', () => {
  test('a second server is refused at once, told who holds the folder, and harms nothing', {
    tags: ['torture'],
  }, async () => {
    const holder = await startChild([copiedFolder()])
    const dataDir = holder.started?.dataDir ?? ''
    const times = many(3, 50, 1000)
    const took: number[] = []
    for (let n = 0; n < times; n++) {
      const before = Date.now()
      const refused = await start(dataDir).catch((error: unknown) => error)
      took.push(Date.now() - before)
      expect(refused).toBeInstanceOf(DataFolderBusy)
      expect((refused as Error).message).toContain(`(process ${holder.pid})`)
      expect((refused as Error).message).toContain(dataDir)
    }
    // Well before anything it could be waiting for, even where the machine has more to do.
    expect(Math.max(...took)).toBeLessThan(within(3_000))
    expect(took.sort((a, b) => a - b)[Math.floor(times / 2)]).toBeLessThan(within(1_000))
    expect(await query(holder.started?.adminUrl ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    figure('F11', times)
  })

  test('of three servers that start at once on a new folder one wins', async () => {
    const dataDir = newFolder()
    const all = await Promise.all([1, 2, 3].map(() => startChild([dataDir])))
    expect(all.filter((child) => child.started)).toHaveLength(1)
    const winner = all.find((child) => child.started)
    for (const loser of all.filter((child) => child !== winner)) {
      expect(loser.failed).toContain(`(process ${winner?.pid})`)
    }
  })

  test('a server in another container is seen by its beat, and a dead one there holds nobody up for long', async () => {
    const dataDir = copiedFolder()
    const file = join(dataDir, 'server.pid')
    writeFileSync(file, JSON.stringify({ pid: 77, space: 'another container' }))
    const beat = setInterval(() => utimesSync(file, new Date(), new Date()), 200)
    const before = Date.now()
    const refused = await start(dataDir).catch((error: unknown) => error)
    clearInterval(beat)
    expect(Date.now() - before).toBeLessThan(within(5_000))
    expect((refused as Error).message).toContain('(process 77)')

    await start(dataDir)
    expect(Date.now() - before).toBeLessThan(within(20_000))
  })

  test('a cluster of another PostgreSQL is refused with a sentence', async () => {
    const dataDir = newFolder()
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '9\n')
    await expect(start(dataDir)).rejects.toThrow(/was made by PostgreSQL 9 and cannot be opened/)
  })

  test('a PostgreSQL that refuses to start is quoted from its log, and the folder is free again', async () => {
    const { dataDir, stop } = await start(copiedFolder())
    await stop()
    const settings = join(dataDir, 'postgres', 'postgresql.conf')
    const good = readFileSync(settings)
    writeFileSync(settings, 'no_such_setting = on\n')
    await expect(start(dataDir)).rejects.toThrow(/no_such_setting/)
    writeFileSync(settings, good)
    await start(dataDir)
  })
})

describe('users', () => {
  test.runIf(isRoot)('root lends PostgreSQL another account, which owns the cluster', async () => {
    const db = await start(join(newFolder(), 'made', 'by-us'))
    const { uid } = statSync(join(db.dataDir, 'postgres'))
    expect(uid).not.toBe(0)
    if (onLinux) expect(statSync(`/proc/${postmasterPid(db.dataDir)}`).uid).toBe(uid)
  })

  test.runIf(isRoot)(
    'root is refused an explicit folder that this account cannot enter',
    async () => {
      const closed = newFolder(0o700)
      writeFileSync(join(closed, 'private'), '')
      await expect(start(join(closed, 'data'))).rejects.toThrow(
        new RegExp(`The data folder ${closed}/data cannot be used: .* may not enter ${closed};`),
      )
      expect(existsSync(join(closed, 'data'))).toBe(false)
    },
  )

  test.runIf(isRoot)(
    'root is moved from an unreachable default folder to a reachable one, in one line',
    async () => {
      const closed = newFolder(0o700)
      writeFileSync(join(closed, 'private'), '')
      const name = `data-${randomUUID()}`
      const child = await startChild([join(closed, name), 'wait', 'default'])
      const dataDir = child.started?.dataDir ?? ''
      folders.push(dataDir)
      expect(dirname(dataDir)).toBe('/var/lib/screening-room')
      expect(child.lines.flatMap((line) => line.log ?? [])).toEqual([
        expect.stringContaining(`data is kept in ${dataDir}`),
      ])
    },
  )

  test.runIf(isRoot)(
    'an ordinary user runs it as itself, and root may start it later without taking it away',
    async () => {
      const nobody = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }))
      const dataDir = newFolder()
      chownSync(dataDir, nobody, nobody)
      const child = await startChild([dataDir], nobody)
      expect(child.failed).toBeUndefined()
      expect(child.started?.uid).toBe(nobody)
      expect(statSync(join(dataDir, 'postgres')).uid).toBe(nobody)
      child.process.kill('SIGTERM')
      await child.exited

      const asRoot = await start(dataDir)
      await asRoot.stop()
      const again = await startChild([dataDir], nobody)
      expect(again.failed).toBeUndefined()
    },
  )
})
