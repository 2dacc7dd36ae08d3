// @module-tag torture
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { isConnectionError } from '../src/db/errors.ts'
import { sql } from '../src/db/sql.ts'
import { findViolations, summary } from './faults/checker.ts'
import { fillQueues, hireReviewers, startLoad } from './faults/load.ts'
import { endAllAfterwards, newDataDir, openOwner, startProcess } from './faults/processes.ts'
import { dice } from './setup/seed.ts'
import { until } from './setup/test-support.ts'

/* A disk of its own, small enough to be filled: only root may make one, and not everywhere. */

endAllAfterwards()

const roll = dice('disk full')
const times = many(0, 3, 20)
const dataDir = newDataDir()
const disk = dirname(dataDir)
const mounted =
  times > 0 &&
  process.getuid?.() === 0 &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256m,mode=755', 'tmpfs', disk]).status === 0
if (times > 0 && !mounted)
  console.log('disk full: skipped, this user cannot mount a small disk here')
afterAll(() => {
  if (mounted) spawnSync('umount', ['-l', disk])
})

const filler = join(disk, 'filler')

/** Takes what is left; PostgreSQL may have given something back since the last time. */
function fillDisk(): void {
  const file = openSync(filler, 'a')
  try {
    for (let size = 1 << 20; size >= 1024; )
      try {
        writeSync(file, Buffer.alloc(size))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        size >>= 1
      }
  } finally {
    closeSync(file)
  }
}

test.runIf(mounted)(
  'the disk full and freed again while six reviewers decide: they are told, nothing is lost, and it goes on without a restart',
  async () => {
    const server = await startProcess(dataDir, { DEMO_DATA: 'off' })
    const owner = openOwner(server)
    const people = await hireReviewers(owner, server.url, 6)
    const queues = await fillQueues(owner, 1000 + 2000 * times)
    await owner.close()
    const load = startLoad({ people, ...queues, random: roll.next, url: () => server.url })
    const said = (words: string) =>
      readFileSync(join(dataDir, 'postgres.log'), 'utf8').split(words).length - 1
    const exhaustLog = async () => {
      const owner = openOwner(server)
      const more = sql`select pg_switch_wal(), pg_logical_emit_message(true, '', 'x')`
      let error: unknown
      await until(async () => {
        fillDisk()
        error = await owner.query(more).then(
          () => undefined,
          (thrown: unknown) => thrown,
        )
        return isConnectionError(error)
      })
      await owner.close()
    }
    for (let n = 0; n < times; n++) {
      await load.moreAnswered(30)
      const refused = () => load.answers.get(503) ?? 0
      const before = refused()
      for (const end = Date.now() + 20_000; refused() < before + 20 && Date.now() < end; ) {
        fillDisk()
        await pause(50)
      }
      expect(refused()).toBeGreaterThan(before)
      // Every second time its log runs out of room as well, and PostgreSQL can only give up and recover.
      const logToo = n % 2 === 1
      if (logToo) await exhaustLog()
      await pause(logToo ? 20_000 : 1000 * (1 + roll.below(3)))
      rmSync(filler)
      await load.moreAnswered(20)
    }
    await load.stop()
    expect(server.process.exitCode).toBeNull()
    expect(load.strange).toEqual([])
    expect(said('No space left on device')).toBeGreaterThanOrEqual(times)
    const after = openOwner(server)
    const wrong = await findViolations(after, load.attempts)
    await after.close()
    console.log(
      `${times} times full, ${Math.floor(times / 2)} of them the log as well: ${summary(load.attempts)}`,
    )
    expect(wrong).toEqual([])
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    figure('F10', times)
  },
)
