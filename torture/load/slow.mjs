import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../../bench/measure.mjs'
import { sessionCalls } from '../../contract/dist/session.js'
import { many } from '../figures.mjs'
import { ask, list, loopDelay, must, signedIn, together } from './setup.mjs'

/* Reviewers at work while strangers hold a thousand sockets half open and guess passwords by the hundred. */

const duration = many(5, 20, 300)
const sockets = 1000
const guessesPerSecond = 500
const guessers = 100

/** Ten people, each with a list now and then: how long each answer took, and what was none. */
async function review(url, headers, seconds) {
  const taken = []
  const wrong = []
  await together(10, seconds, async (agent) => {
    const { right, status, text, ms } = await ask(agent, url, list(headers))
    taken.push(ms)
    if (!right) wrong.push(`${status} ${text}`)
    await pause(100)
  })
  return { p99: percentile(taken, 0.99), median: percentile(taken, 0.5), taken, wrong }
}

/** Half a request each, then a byte now and then; opened anew whenever the server hangs up. */
function holdHalfOpen(url) {
  const { hostname, port } = new URL(url)
  const open = new Set()
  let ended = false
  let hungUp = 0
  const start = () => {
    const socket = connect(Number(port), hostname)
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\nx-slow: ')
    socket.on('error', () => {})
    socket.on('close', () => {
      open.delete(socket)
      hungUp += 1
      if (!ended) setTimeout(start, 50)
    })
    open.add(socket)
  }
  for (let n = 0; n < sockets; n++) start()
  const drip = setInterval(() => {
    for (const socket of open) socket.write('x')
  }, 1000)
  return {
    open,
    stop: () => {
      ended = true
      clearInterval(drip)
      for (const socket of open) socket.destroy()
      return hungUp
    },
  }
}

/** Every guess from another network and for another number: no one throttle stops them all. */
async function guess(url, seconds) {
  const any = (most) => Math.floor(Math.random() * most)
  const answers = new Map()
  const each = (1000 * guessers) / guessesPerSecond
  await together(guessers, seconds, async (agent) => {
    const { status, ms } = await ask(agent, url, {
      method: 'POST',
      path: sessionCalls.login.path,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `10.${any(250)}.${any(250)}.${any(250)}`,
      },
      body: `phone=138${String(any(1e8)).padStart(8, '0')}&pwd=a guess`,
    })
    answers.set(status, (answers.get(status) ?? 0) + 1)
    await pause(Math.max(0, each - ms))
  })
  return answers
}

export async function slow({ url, owner }) {
  const headers = await signedIn(owner, 'Undisturbed')
  await review(url, headers, 2)
  await loopDelay(url)
  const quiet = await review(url, headers, duration / 2)
  const quietDelay = await loopDelay(url)

  const strangers = holdHalfOpen(url)
  await pause(1000)
  const held = strangers.open.size
  const [guesses, busy] = await Promise.all([guess(url, duration), review(url, headers, duration)])
  const delay = await loopDelay(url)
  const hungUp = strangers.stop()
  const tried = [...guesses.values()].reduce((sum, count) => sum + count, 0)
  console.log(
    `p99 ${quiet.p99.toFixed()} ms without, ${busy.p99.toFixed()} ms with strangers; medians ${quiet.median.toFixed()} and ${busy.median.toFixed()} ms; event loop p99 ${quietDelay.toFixed()} and ${delay.toFixed()} ms`,
  )
  must(held >= sockets * 0.95, 'the sockets were there', `${held}, ${hungUp} hung up on`)
  must(tried >= guessesPerSecond * duration * 0.5, 'so were the guesses', tried)
  const faults = [...guesses.keys()].filter((status) => ![200, 429, 503].includes(status))
  must(faults.length === 0, 'they are answered or turned away', JSON.stringify([...guesses]))
  must(busy.wrong.length === 0, 'no reviewer was turned away', busy.wrong[0] ?? busy.taken.length)
  // Next to nothing doubled is still next to nothing.
  must(busy.p99 <= Math.max(2 * quiet.p99, 150), 'reviewers wait hardly longer', busy.p99.toFixed())
  must(delay <= Math.max(100, 2 * quietDelay), 'the event loop stays free', delay.toFixed())
  return busy.taken.length + tried + held
}
