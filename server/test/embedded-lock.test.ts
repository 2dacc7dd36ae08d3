// @module-tag torture
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { lockFolder } from '../src/db/embedded/lock.ts'
import { DataFolderBusy } from '../src/db/embedded.ts'
import {
  built,
  cleanUpAfterwards,
  copiedFolder,
  isRoot,
  newFolder,
  onLinux,
  start,
} from './embedded/servers.ts'

/* The lock on a data folder: the kernel frees it, and nobody but the folder's owner can take it. */

cleanUpAfterwards()

/** Runs a script beside the compiled lock; resolves with the first line that it says. */
async function runScript(script: string, args: string[], uid?: number) {
  const options = ['--input-type=module', '-e', script, '--', ...args]
  const program = spawn(process.execPath, options, {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  const said = await new Promise<string>((resolve) => {
    createInterface({ input: program.stdout }).once('line', resolve)
    program.once('exit', () => resolve('ended'))
  })
  return { program, said }
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return
  const exited = new Promise((resolve) => program.once('exit', resolve))
  program.kill('SIGKILL')
  await exited
}

/*
 * Takes the lock again and again. Its holder binds a name that the kernel gives once; a live process
 * that already has that name answers, and is a second holder. One that is being torn down does not answer.
 */
const contender = `
import { connect, createServer } from 'node:net'
const [module, dataDir, name, rounds] = process.argv.slice(1)
const { lockFolder } = await import(module)
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const answers = () => new Promise((resolve) => {
  const socket = connect('\\0' + name)
  socket.on('data', () => resolve(true)).on('error', () => {}).on('close', () => resolve(false))
  setTimeout(() => socket.destroy(), 5000).unref()
})
const bind = () => new Promise((resolve) => {
  const server = createServer((socket) => socket.on('error', () => {}).end('me'))
  server.once('error', () => resolve(undefined)).listen('\\0' + name, () => resolve(server))
})
const count = { taken: 0, refused: 0, twice: 0, killed: 0 }
for (let round = 0; round < Number(rounds); round++) {
  let lock
  try {
    lock = await lockFolder(dataDir)
  } catch (error) {
    if (error.name !== 'DataFolderBusy') throw error
    count.refused += 1
    await sleep(Math.random() * 10)
    continue
  }
  count.taken += 1
  let only = await bind()
  for (let tries = 0; !only && tries < 200; tries++) {
    if (await answers()) break
    await sleep(10)
    only = await bind()
  }
  if (!only) count.twice += 1
  await sleep(Math.random() * 8)
  // The last word of this process, which is then killed with the lock in its hands.
  if (round > 2 && Math.random() < 0.2) {
    count.killed = 1
    process.stdout.write(JSON.stringify(count) + '\\n', () => process.kill(process.pid, 'SIGKILL'))
    await sleep(60000)
  }
  await new Promise((resolve) => (only ? only.close(resolve) : resolve()))
  lock.release()
}
process.stdout.write(JSON.stringify(count) + '\\n')
`

interface Count {
  taken: number
  refused: number
  twice: number
  killed: number
}

describe.runIf(onLinux)('many processes at once', () => {
  test('never hold a folder twice, also when holders are killed, and it is free afterwards', async () => {
    const module = join(built, 'embedded', 'lock.js')
    const sum: Count = { taken: 0, refused: 0, twice: 0, killed: 0 }
    const waves = many(1, 40, 1000)
    for (let wave = 0; wave < waves; wave++) {
      const dataDir = newFolder()
      const args = [module, dataDir, `sr-test-${process.pid}-${wave}`, '25']
      const said = await Promise.all(
        Array.from({ length: 8 }, async () => (await runScript(contender, args)).said),
      )
      for (const line of said) {
        const count: Count = JSON.parse(line)
        for (const key of Object.keys(sum) as (keyof Count)[]) sum[key] += count[key]
      }
      const lock = await lockFolder(dataDir)
      lock.release()
      // Old claims are swept, and starters leave nothing of their own.
      const left = readdirSync(join(dataDir, 'lock'))
      expect(left.filter((name) => !name.startsWith('claim-'))).toEqual([])
      expect(left.length).toBeLessThan(12)
      // And no socket, which not every program copies.
      for (const name of left) expect(statSync(join(dataDir, 'lock', name)).isFile()).toBe(true)
    }
    console.log(JSON.stringify(sum))
    expect(sum.twice).toBe(0)
    expect(sum.taken).toBeGreaterThan(waves * 8)
    expect(sum.killed).toBeGreaterThan(0)
    figure('F11', sum.taken)
  })
})

describe.runIf(onLinux && isRoot)('somebody else on the machine', () => {
  const nobody = () => Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }))

  test('cannot keep the server from starting, whatever name or folder they take', async () => {
    const dataDir = copiedFolder()
    const { dev, ino } = statSync(dataDir, { bigint: true })
    const script = `
      import { createServer } from 'node:net'
      createServer().listen('\\0' + process.argv[1], () => console.log('bound'))`
    const { program, said } = await runScript(script, [`screening-room-${dev}-${ino}`], nobody())
    expect(said).toBe('bound')
    try {
      const db = await start(dataDir)
      expect(db.alive()).toBe(true)
      const look = `
        import { readdirSync } from 'node:fs'
        try { console.log(readdirSync(process.argv[1]).length) } catch (error) { console.log(error.code) }`
      const looked = await runScript(look, [join(dataDir, 'lock')], nobody())
      expect(looked.said).toBe('EACCES')
      expect(statSync(join(dataDir, 'lock')).mode & 0o777).toBe(0o700)
    } finally {
      await end(program)
    }
  })

  test('is named where they made the lock folder first', async () => {
    const dataDir = newFolder()
    mkdirSync(join(dataDir, 'lock'))
    chownSync(join(dataDir, 'lock'), nobody(), nobody())
    await expect(lockFolder(dataDir)).rejects.toThrow(
      `The lock folder ${dataDir}/lock belongs to another user (uid ${nobody()})`,
    )
  })

  test('a lock that root took in a user’s folder is seen by that user, and theirs afterwards', async () => {
    const dataDir = newFolder()
    chownSync(dataDir, nobody(), nobody())
    const lock = await lockFolder(dataDir)
    const take = `
      const { lockFolder } = await import(process.argv[1])
      await lockFolder(process.argv[2]).then(() => console.log('taken'), (error) => console.log(error.message))
      setTimeout(() => {}, 60000)`
    const args = [join(built, 'embedded', 'lock.js'), dataDir]
    const refused = await runScript(take, args, nobody())
    await end(refused.program)
    expect(refused.said).toContain(`(process ${process.pid})`)
    lock.release()
    const taken = await runScript(take, args, nobody())
    expect(taken.said).toBe('taken')
    await expect(lockFolder(dataDir)).rejects.toThrow(`(process ${taken.program.pid})`)
    await end(taken.program)
    ;(await lockFolder(dataDir)).release()
  })
})

test.runIf(onLinux)(
  'a folder with a path longer than any socket may have is locked too',
  async () => {
    const dataDir = join(
      newFolder(),
      ...Array.from({ length: 6 }, () => 'a-rather-long-name-of-a-folder'),
    )
    mkdirSync(dataDir, { recursive: true })
    const lock = await lockFolder(dataDir)
    await expect(lockFolder(dataDir)).rejects.toBeInstanceOf(DataFolderBusy)
    lock.release()
    ;(await lockFolder(dataDir)).release()
  },
)

test.runIf(onLinux)('what is in place of the lock folder is named', async () => {
  const dataDir = newFolder()
  writeFileSync(join(dataDir, 'lock'), '')
  await expect(lockFolder(dataDir)).rejects.toThrow(
    `The lock folder ${dataDir}/lock cannot be opened`,
  )
})
