export interface FairLimitOptions {
  /** How many run at the same time. */
  concurrency: number
  /** How many wait, in all and for one key. */
  waiting: number
  waitingPerKey: number
  /** A caller that has waited longer is refused at its turn: by then its request has timed out, or nearly. */
  maxWaitMs: number
  /** What a caller gets for whom there is no room to wait, or no time. */
  refusal: () => Error
}

interface Waiter {
  since: number
  start(): void
  refuse(error: Error): void
}

export interface FairLimit {
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

/**
 * A concurrency limit whose queue is shared fairly: keys take turns, and where the queue is full, the
 * key with the most waiters loses one. A caller is behind at most one other of each key.
 */
export function fairLimit(options: FairLimitOptions): FairLimit {
  /** In the order of their turns; none is empty. */
  const queues = new Map<string, Waiter[]>()
  let running = 0
  let waiting = 0

  function remove(key: string, take: (queue: Waiter[]) => Waiter | undefined): Waiter | undefined {
    const queue = queues.get(key) ?? []
    const waiter = take(queue)
    waiting -= 1
    if (queue.length === 0) queues.delete(key)
    return waiter
  }

  function makeRoomFor(key: string): void {
    const own = queues.get(key)?.length ?? 0
    if (own >= options.waitingPerKey) throw options.refusal()
    if (waiting < options.waiting) return
    let longest = { key, length: own }
    for (const [other, { length }] of queues)
      if (length > longest.length) longest = { key: other, length }
    // The longest gives way only where that leaves it no worse off than the newcomer.
    if (longest.length <= own + 1) throw options.refusal()
    remove(longest.key, (queue) => queue.pop())?.refuse(options.refusal())
  }

  function waitForTurn(key: string): Promise<void> {
    makeRoomFor(key)
    return new Promise((start, refuse) => {
      const waiter = { since: performance.now(), start, refuse }
      const queue = queues.get(key)
      if (queue) queue.push(waiter)
      else queues.set(key, [waiter])
      waiting += 1
    })
  }

  function nextInTurn(): Waiter | undefined {
    const [key] = queues.keys()
    if (key === undefined) return undefined
    const next = remove(key, (queue) => queue.shift())
    const rest = queues.get(key)
    if (rest) {
      queues.delete(key)
      queues.set(key, rest)
    }
    return next
  }

  /** Gives the place of a finished request to the next key in turn. */
  function passOn(): void {
    const oldest = performance.now() - options.maxWaitMs
    for (let next = nextInTurn(); next; next = nextInTurn()) {
      if (next.since >= oldest) {
        next.start()
        return
      }
      next.refuse(options.refusal())
    }
    running -= 1
  }

  return {
    async run(key, work) {
      if (running >= options.concurrency) await waitForTurn(key)
      else running += 1
      try {
        return await work()
      } finally {
        passOn()
      }
    },
  }
}
