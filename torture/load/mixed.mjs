import { percentile, short } from '../../bench/measure.mjs'
import { videoCalls } from '../../contract/dist/videos.js'
import { sql } from '../../server/dist/db/sql.js'
import { many } from '../figures.mjs'
import { addPending, ask, list, must, signedIn, together } from './setup.mjs'

/* Fifty reviewers who never pause: of twenty requests, seventeen lists, two details, one decision. */

const people = 50
const seconds = many(5, 20, 60)

async function measure(url, duration, next) {
  const taken = []
  const wrong = []
  const lasted = await together(people, duration, async (agent) => {
    const { isRight, ...request } = next()
    const answer = await ask(agent, url, request)
    taken.push(answer.ms)
    if (!isRight(answer)) wrong.push(`${request.path}: ${answer.status} ${answer.text}`)
  })
  return { taken, wrong, perSecond: taken.length / lasted, p99: percentile(taken, 0.99) }
}

export async function mixed({ url, owner }) {
  const headers = await signedIn(owner, 'Load')
  const ids = await addPending(owner, seconds * 400)
  const waiting = [...ids]
  const approved = []
  const isRight = ({ right }) => right
  const detail = videoCalls.project.get.path.replace('{id}', ids[0])
  let asked = 0
  // Mostly the first pages, as people do; now and then a deep one.
  const lists = () => {
    asked += 1
    return { ...list(headers, asked % 10 === 0 ? asked % 3000 : 1 + (asked % 20)), isRight }
  }
  const next = () => {
    if (asked % 10 === 9) {
      asked += 1
      return { path: detail, headers, isRight }
    }
    if (asked % 20 !== 5) return lists()
    asked += 1
    const id = waiting.pop()
    return {
      method: 'POST',
      path: videoCalls.project.approve.path,
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
      body: `videoId=${id}`,
      isRight: ({ right }) => right && approved.push(id),
    }
  }

  const health = () => ({ path: '/healthz', isRight: ({ status }) => status === 200 })
  const nothing = await measure(url, 4, health)
  await measure(url, 2, lists)
  const all = await measure(url, seconds, next)
  const share = all.perSecond / nothing.perSecond
  console.log(
    `${Math.round(all.perSecond)} requests/s, p99 ${all.p99.toFixed()} ms; /healthz ${Math.round(nothing.perSecond)} requests/s, p99 ${nothing.p99.toFixed()} ms`,
  )
  must(all.wrong.length === 0, 'no request failed', all.wrong[0] ?? all.taken.length)
  must(waiting.length > 0, 'there was something to decide until the end')
  // A busy machine slows both down: then it is the share of what asking for nothing costs that counts.
  const quick = all.perSecond >= 1000 && all.p99 <= 250
  must(quick || share >= 0.1, 'a request costs what it may, against /healthz', short(share))
  const recorded = await owner.query(sql`
    select subject_id::int as id from event
    where queue = 'video' and action = 'approve' and subject_id = any (${ids}::bigint[])`)
  const kept = new Set(recorded.map(({ id }) => id))
  must(
    kept.size === recorded.length && kept.size === approved.length && kept.size > 0,
    'what was acknowledged is recorded once, and nothing else is',
    kept.size,
  )
  return all.taken.length
}
