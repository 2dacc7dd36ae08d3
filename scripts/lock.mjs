// One set-up at a time in one clone: `npm start` and `npm test` may begin together.
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onEnd, root, Stop } from './run.mjs'

// Not under node_modules: `npm ci` removes that while the lock is held.
const folder = join(root, '.cache')
const lock = join(folder, 'setup-lock')
const owner = join(lock, 'owner.json')
const beatMs = 2_000
const silentMs = 30_000

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function age(path) {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return 0
  }
}

function isStale() {
  // The silence covers what a process id cannot: another container on this folder, or an id used again.
  if (age(lock) > silentMs) return true
  try {
    const { pid, host } = JSON.parse(readFileSync(owner, 'utf8'))
    return host === hostname() && !isAlive(pid)
  } catch {
    return false
  }
}

// Two that wait must not both remove the lock, the second one would take away the first one's new lock.
function breakStale() {
  const breaking = `${lock}-breaking`
  try {
    mkdirSync(breaking)
  } catch {
    if (age(breaking) > silentMs) rmSync(breaking, { recursive: true, force: true })
    return
  }
  try {
    if (isStale()) rmSync(lock, { recursive: true, force: true })
  } finally {
    rmSync(breaking, { recursive: true, force: true })
  }
}

function take() {
  try {
    mkdirSync(folder, { recursive: true })
    mkdirSync(lock)
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw new Stop(
      `Cannot write to ${folder} (${error.code}): set-up needs to write to this folder.`,
    )
  }
  writeFileSync(owner, JSON.stringify({ pid: process.pid, host: hostname() }))
  return true
}

export async function withLock(say, work) {
  let told = false
  while (!take()) {
    if (isStale()) breakStale()
    else {
      if (!told) say('Waiting for another set-up in this folder to end…')
      told = true
      await sleep(200)
    }
  }
  const beat = setInterval(() => {
    try {
      utimesSync(lock, new Date(), new Date())
    } catch {
      // Somebody removed the folder by hand; the work itself is not harmed.
    }
  }, beatMs)
  const release = () => {
    clearInterval(beat)
    rmSync(lock, { recursive: true, force: true })
  }
  const takeBack = onEnd(release)
  try {
    return await work()
  } finally {
    takeBack()
    release()
  }
}
