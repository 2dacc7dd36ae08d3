import { setTimeout as pause } from 'node:timers/promises'
import { percentile, time } from './measure.mjs'

/* Reviewers at their lists while something else is measured, or done. */

/** Each asks ten times a second: what hundreds of people at their lists ask for. */
const readers = 4
const askEveryMs = 100

/** Asks for the first page of the videos' list, as the one who has signed in with these headers. */
export const listOf = (url, headers) => async () => {
  const body = new URLSearchParams({ page: '1', pageSize: '10', viewStatus: '5' })
  const list = await fetch(`${url}/admin/data/video/list`, { method: 'POST', headers, body })
  if ((await list.json()).code !== 200) throw new Error('a reviewer was refused')
}

/** The work's result, how soon lists came meanwhile, and how many of them in a second. */
export async function listsDuring(ask, work) {
  const taken = []
  let over = false
  const read = async () => {
    while (!over) {
      taken.push((await time(ask)).ms)
      await pause(askEveryMs)
    }
  }
  const began = performance.now()
  const reading = Promise.all(Array.from({ length: readers }, read))
  const result = await work().finally(() => {
    over = true
  })
  await reading
  const seconds = (performance.now() - began) / 1000
  return { result, p95: percentile(taken, 0.95), perSecond: Math.round(taken.length / seconds) }
}
