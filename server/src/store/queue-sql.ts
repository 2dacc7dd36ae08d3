import { type Queue, queueNames } from '@screening-room/contract/queues'
import { Sql } from '../db/sql.ts'

/* The names of the queues, as they stand in statements. */

/** A name of the contract as text of a statement, and not as a value of it. */
const asText = (text: string) => new Sql([text], [])

function eachQueue(text: (queue: Queue) => string): Record<Queue, Sql> {
  return Object.fromEntries(queueNames.map((queue) => [queue, asText(text(queue))])) as Record<
    Queue,
    Sql
  >
}

/** A queue's table has its name. */
export const tableOf = eachQueue((queue) => queue)

/** Of what waits, as `w`: written out, so that the index of one queue can be chosen whatever plan is kept. */
export const isOfQueue = eachQueue((queue) => `w.queue = '${queue}'`)

/** For an index that begins with the queue. */
export const inAnyQueue = asText(`queue in (${queueNames.map((queue) => `'${queue}'`).join(', ')})`)
