import { setTimeout as pause } from 'node:timers/promises'
import { percentile, short } from '../../bench/measure.mjs'
import { many } from '../figures.mjs'
import { ask, list, must, signedIn, together } from './setup.mjs'

/*
 * Five times as many readers as there is room for. As our own client does, a refused reader comes
 * back after the time it was told; then the same without manners, at once and again and again.
 */

const room = 50
const duration = many(5, 30, 120)

/** A client that needs nothing meanwhile: its waits are caused by the machine, or by the load. */
async function waitForNothing(url, seconds) {
  const taken = []
  await together(5, seconds, async (agent) => {
    taken.push((await ask(agent, url, { path: '/healthz' })).ms)
    await pause(20)
  })
  return percentile(taken, 0.99)
}

async function crowd(url, reading, { people, seconds, manners = true }) {
  const found = { accepted: [], refused: [], strange: [] }
  const one = async (agent, until) => {
    const { status, right, retryAfter, text, ms } = await ask(agent, url, reading)
    const inForm = status === 503 && retryAfter > 0 && /^\{"code":503,"msg":"\S/.test(text)
    if (right) found.accepted.push(ms)
    else if (!inForm) found.strange.push(`${status} ${text.slice(0, 80)}`)
    else {
      found.refused.push(ms)
      const left = until - performance.now()
      const wait = retryAfter * 1000 * (1 + Math.random() / 2)
      if (manners) await pause(Math.max(0, Math.min(wait, left)))
    }
  }
  // Node takes one new connection in each turn of its loop, some 200 a second on a busy machine.
  const lasted = await together(people, seconds, one, { arriving: people / 80 })
  return { ...found, perSecond: found.accepted.length / lasted }
}

/** Until ten answers in a row are as quick as they were before. */
async function untilNormal(url, reading, usual) {
  const since = performance.now()
  let quick = 0
  while (quick < 10 && performance.now() - since < 20_000) {
    const { right, ms } = await ask(undefined, url, reading)
    quick = right && ms < 3 * usual + 20 ? quick + 1 : 0
  }
  return performance.now() - since
}

export async function overload({ url, owner }) {
  const reading = list(await signedIn(owner, 'Crowd'))
  const few = await crowd(url, reading, { people: 1, seconds: 2 })
  const usual = percentile(few.accepted, 0.9)
  const before = await crowd(url, reading, { people: room, seconds: duration / 3 })
  const [over, nothing] = await Promise.all([
    crowd(url, reading, { people: 5 * room, seconds: duration }),
    waitForNothing(url, duration),
  ])
  const normal = await untilNormal(url, reading, usual)
  const rude = await crowd(url, reading, {
    people: 5 * room,
    seconds: duration / 3,
    manners: false,
  })
  const normalAgain = await untilNormal(url, reading, usual)
  const after = await crowd(url, reading, { people: room, seconds: duration / 3 })

  // What the machine gave before and after: others may have come or gone meanwhile.
  const peak = Math.min(before.perSecond, after.perSecond)
  const refusedP99 = percentile(over.refused, 0.99)
  const slowest = over.accepted.reduce((most, ms) => Math.max(most, ms), 0)
  const strange = [...over.strange, ...rude.strange]
  const perSecond = [before, over, rude, after].map((one) => Math.round(one.perSecond))
  console.log(`answered per second: ${perSecond.join(', ')} (before, over, without manners, after)`)
  must(
    over.refused.length > 0 && rude.refused.length > 0,
    'there were too many',
    over.refused.length,
  )
  must(strange.length === 0, 'all are answered or refused in form', strange[0] ?? 0)
  must(
    over.perSecond >= 0.8 * peak,
    'as many are answered as at the peak',
    short(over.perSecond / peak),
  )
  must(
    refusedP99 <= Math.max(100, 2 * nothing),
    'refusals are as quick as /healthz',
    `p99 ${refusedP99.toFixed()} and ${nothing.toFixed()} ms`,
  )
  must(slowest <= 4500, 'admitted requests are answered in time', `${slowest.toFixed()} ms at most`)
  must(Math.max(normal, normalAgain) <= 5000, 'soon all is as before', `${normal.toFixed()} ms`)
  return over.accepted.length + over.refused.length + rude.accepted.length + rude.refused.length
}
