export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
export const percentile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]

export async function time(work) {
  const start = performance.now()
  const result = await work()
  return { ms: performance.now() - start, result }
}

/**
 * The medians of several pieces of work, done in turns: what disturbs the machine for a while
 * disturbs all of them.
 */
export async function inTurns(works, rounds) {
  const taken = Object.fromEntries(Object.keys(works).map((name) => [name, []]))
  for (const work of Object.values(works)) await work()
  for (let round = 0; round < rounds; round++)
    for (const [name, work] of Object.entries(works)) taken[name].push((await time(work)).ms)
  return Object.fromEntries(Object.entries(taken).map(([name, all]) => [name, median(all)]))
}

/** How often `work` is done by so many at once: per second, and how long one takes. */
export async function pace(clients, seconds, work) {
  const taken = []
  const start = performance.now()
  const until = start + seconds * 1000
  const one = async (client) => {
    while (performance.now() < until) {
      const { ms, result } = await time(() => work(client))
      if (result === false) return
      taken.push(ms)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => one(client)))
  const elapsed = (performance.now() - start) / 1000
  return { perSecond: taken.length / elapsed, p99: percentile(taken, 0.99), done: taken.length }
}

export const short = (number) => Number(number.toPrecision(3))
