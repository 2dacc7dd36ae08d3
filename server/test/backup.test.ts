// @module-tag torture
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { findViolations, summary } from './faults/checker.ts'
import { type Attempt, fillQueues, hireReviewers, startLoad } from './faults/load.ts'
import {
  endAllAfterwards,
  newDataDir,
  openOwner,
  readyDataDir,
  run,
  startProcess,
} from './faults/processes.ts'
import { dice } from './setup/seed.ts'
import { copyDatabase } from './setup/server.ts'

endAllAfterwards()

const roll = dice('backup')
const withoutDemo = { DEMO_DATA: 'off' }

async function command(file: string, args: string[], env: Record<string, string>) {
  const program = run(`${file}.js`, args, env)
  const { code } = await program.ended
  return { code, says: program.output().trim(), complains: program.errors().trim() }
}

/** What was answered by now holds; what comes later may be in the copy or not. */
const asOf = (attempts: readonly Attempt[]): (() => Attempt[]) => {
  const known = attempts.filter(({ outcome, told }) => outcome === 'ok' || told)
  const kept = new Map(known.map((attempt) => [attempt, { ...attempt }]))
  return () =>
    attempts.map((attempt) => {
      const { told: _, ...unknown } = attempt
      return kept.get(attempt) ?? { ...unknown, outcome: 'unknown' }
    })
}

// Half a minute each: not among what every push runs.
const backups = many(0, 2, 50)

test.runIf(backups > 0)(
  'a backup made while six reviewers decide starts as a server of its own, whole, with everything that was acknowledged before',
  async () => {
    const server = await startProcess(readyDataDir(), withoutDemo)
    const { dataDir } = server
    mkdirSync(join(dataDir, 'media'), { recursive: true })
    writeFileSync(join(dataDir, 'media', 'film.webm'), 'a film')
    const owner = openOwner(server)
    const people = await hireReviewers(owner, server.url, 6)
    const queues = await fillQueues(owner, 1000 + 2000 * backups)
    await owner.close()
    const load = startLoad({ people, ...queues, random: roll.next, url: () => server.url })
    for (let n = 0; n < backups; n++) {
      await load.moreAnswered(40)
      const attemptsInCopy = asOf(load.attempts)
      const before = load.acknowledged()
      const copy = newDataDir()
      expect(await command('backup', ['--to', copy], { DATA_DIR: dataDir })).toEqual({
        code: 0,
        says: expect.stringMatching(/^\d+ files of the database and 1 of media copied to /),
        complains: '',
      })
      // It was made beside the work, not in a pause of it.
      expect(load.acknowledged()).toBeGreaterThan(before)

      // The copy itself stays untouched: what is started is a copy of it.
      const restored = newDataDir()
      cpSync(copy, restored, { recursive: true })
      const other = await startProcess(restored, withoutDemo)
      const there = openOwner(other)
      const [count] = await there.query<{ events: number }>(
        sql`select count(*) as events from event`,
      )
      const attempts = attemptsInCopy()
      expect(await findViolations(there, attempts)).toEqual([])
      await there.close()
      expect(await other.stop()).toEqual({ code: 0, signal: null })
      for (const [file, flag, says] of [
        ['events', '--verify', `intact: ${count?.events} events`],
        ['counters', '--check', 'every counter agrees with its rows'],
      ] as const)
        expect(await command(file, [flag], { DATA_DIR: restored })).toMatchObject({ code: 0, says })
      console.log(`backup ${n + 1}: ${summary(attempts)}, ${count?.events} events in the copy`)
      figure('F13', 1)
    }
    await load.stop()

    const refused = { code: 1, complains: `${dataDir} is not empty; name a new folder.` }
    expect(await command('backup', ['--to', dataDir], { DATA_DIR: dataDir })).toMatchObject(refused)
    const database = await copyDatabase(false)
    const ofTheirOwn = { DATABASE_URL: database.app, DATABASE_ADMIN_URL: database.admin }
    expect(await command('backup', ['--to', newDataDir()], ofTheirOwn)).toMatchObject({
      code: 1,
      complains: expect.stringContaining('pg_basebackup'),
    })
    await database.drop()
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  },
)
