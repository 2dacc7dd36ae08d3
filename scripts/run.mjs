// Starting other programs: output kept back unless it is wanted, signals passed on, nothing left behind.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const inCi = Boolean(process.env.CI) && process.env.CI !== 'false'

/** An expected end: the sentence is the whole message, a stack trace would only hide it. */
export class Stop extends Error {}

const children = new Set()
const endings = new Set()

/** Registers something to undo when a signal ends the process; returns how to take it back. */
export function onEnd(undo) {
  endings.add(undo)
  return () => endings.delete(undo)
}

let listening = false
const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }

function endOn(signal) {
  for (const child of children) child.kill(signal)
  for (const undo of endings) undo()
  process.exit(128 + signals[signal])
}

function listenForSignals() {
  if (listening) return
  listening = true
  for (const signal of Object.keys(signals)) process.on(signal, endOn)
}

// Before a program runs in this process: from here on the signals are its own.
function leaveSignals() {
  for (const signal of Object.keys(signals)) process.off(signal, endOn)
  listening = false
}

/**
 * Runs a program to its end and answers { code, output }. `show` repeats the output as it comes, on standard
 * error, so that a command's own output stays clean; `terminal` hands our own over, and keeps nothing.
 */
export function run(command, args, { show = false, terminal = false, cwd = root, env = {} } = {}) {
  listenForSignals()
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: terminal ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      // npm is a .cmd file there, which only a shell can start.
      shell: process.platform === 'win32' && command === 'npm',
    })
    children.add(child)
    const chunks = []
    const keep = (chunk) => {
      chunks.push(chunk)
      if (show) process.stderr.write(chunk)
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    const end = (code, text) => {
      children.delete(child)
      resolve({ code, output: Buffer.concat(chunks).toString('utf8') + text })
    }
    child.on('error', (error) => end(127, `${command}: ${error.message}\n`))
    child.on('close', (code, signal) =>
      end(code ?? 1, signal ? `${command}: ended by ${signal}\n` : ''),
    )
  })
}

/** Runs a script of an installed package with this very Node. */
export function runNode(script, args = [], options = {}) {
  return run(process.execPath, [join(root, script), ...args], options)
}

export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}

// `npm start` puts a shell between npm and us, and a SIGTERM to npm ends that shell alone: without this
// the server would live on, unseen, with the port and the data folder.
function followParent() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const look = () => process.ppid !== parent && process.kill(process.pid, 'SIGTERM')
  setInterval(look, 500).unref()
}

/** The way every script here starts: a Stop is told in one sentence, anything else is a fault. */
export async function main(body) {
  followParent()
  try {
    await body()
    return true
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error)
    process.exitCode = 1
    return false
  }
}

/**
 * Becomes that program: same process, so signals, exit code and terminal need no passing on.
 * Outside `main`, because what it throws must end the process as Node ends it.
 */
export async function become(file, args) {
  const path = join(root, file)
  leaveSignals()
  process.argv = [process.execPath, path, ...args]
  await import(pathToFileURL(path).href)
}
