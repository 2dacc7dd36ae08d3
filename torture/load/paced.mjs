import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../../bench/measure.mjs'
import { liveCalls } from '../../contract/dist/live.js'
import { videoCalls } from '../../contract/dist/videos.js'
import { many } from '../figures.mjs'
import { addPending, ask, list, must, readMetric, signedIn, together } from './setup.mjs'

/* A full house as it is on most days: each with a screen open that hears of everything, nobody in a hurry. */

const people = 200
const everyMs = 2000
const seconds = many(5, 30, 1800)

/** An open screen: which of the decisions it heard of, and whether it is still open. */
function listen(url, headers) {
  const screen = { heard: new Set(), open: false, leave() {} }
  hear(screen, url, headers)
  return screen
}

function hear(screen, url, headers) {
  const { hostname, port } = new URL(url)
  const sent = request({ hostname, port, path: liveCalls.stream.path, headers }, (answer) => {
    // All at once are too many: as our own client does, it comes back.
    if (answer.statusCode === 503) {
      answer.resume()
      setTimeout(hear, 1000 * (1 + Math.random()), screen, url, headers)
      return
    }
    let text = ''
    screen.open = answer.statusCode === 200
    answer.setEncoding('utf8').on('data', (part) => {
      const blocks = (text + part).split('\n\n')
      text = blocks.pop()
      for (const block of blocks)
        if (block.includes('event: decision'))
          screen.heard.add(JSON.parse(/^data: (.*)$/m.exec(block)[1]).id)
    })
    answer.on('close', () => {
      screen.open = false
    })
  })
  screen.leave = () => sent.destroy()
  sent.on('error', () => {})
  sent.end()
}

async function until(isSo, milliseconds) {
  for (const end = performance.now() + milliseconds; performance.now() < end; await pause(50))
    if (isSo()) return
}

export async function paced({ url, owner }) {
  const staff = []
  for (let n = 0; n < people; n++) staff.push(await signedIn(owner, `Paced ${n}`))
  const screens = staff.map((headers) => listen(url, { ...headers, 'x-background': '1' }))
  await until(() => screens.every(({ open }) => open), 10_000)
  const opened = screens.filter(({ open }) => open).length
  const waiting = await addPending(owner, Math.ceil((people * seconds * 1000) / everyMs / 10))
  const approved = new Set()
  const taken = []
  const wrong = []
  let asked = 0
  const next = (headers) => {
    asked += 1
    if (asked % 20 !== 0) return list(headers, 1 + (asked % 20))
    const body = `videoId=${waiting.pop()}`
    return { method: 'POST', path: videoCalls.project.approve.path, headers, body }
  }
  const free = [...staff]
  const before = await measureProcess(url)
  await together(people, seconds, async (agent, end) => {
    const headers = free.pop()
    const sent = next(headers)
    const answer = await ask(agent, url, sent)
    free.push(headers)
    taken.push(answer.ms)
    if (!answer.right) wrong.push(`${sent.path}: ${answer.status} ${answer.text}`)
    else if (sent.path === videoCalls.project.approve.path)
      approved.add(Number(/\d+/.exec(sent.body)[0]))
    const rest = everyMs - answer.ms
    await pause(Math.max(0, Math.min(rest, end - performance.now())))
  })
  const heardAll = ({ heard }) => [...approved].every((id) => heard.has(id))
  await until(() => screens.every(heardAll), 5000)
  const after = await measureProcess(url)
  const p99 = percentile(taken, 0.99)
  const still = screens.filter(({ open }) => open).length
  const told = screens.filter(heardAll).length
  for (const { leave } of screens) leave()
  console.log(
    `${taken.length} answers, p99 ${p99.toFixed()} ms; memory ${before.megabytes} and ${after.megabytes} MB, files ${before.files} and ${after.files}`,
  )
  must(wrong.length === 0, 'no request failed', wrong[0] ?? taken.length)
  must(opened === people && still === people, 'every screen is open to the end', still)
  must(told === people, 'and heard of every decision', `${approved.size} decisions`)
  must(p99 <= 300, 'nobody waits', `p99 ${p99.toFixed()} ms`)
  // What was opened is closed again, but for connections that are kept for the next request.
  must(after.files <= before.files + people + 20, 'no file is left open', after.files)
  if (seconds >= 600)
    must(after.megabytes <= 1.05 * before.megabytes + 20, 'it does not grow', after.megabytes)
  return taken.length
}

async function measureProcess(url) {
  const bytes = await readMetric(url, 'process_resident_memory_bytes')
  return {
    megabytes: Math.round(bytes / 2 ** 20),
    files: await readMetric(url, 'process_open_fds'),
  }
}
