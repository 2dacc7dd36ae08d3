import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { time } from './fields.ts'
import { problem } from './problems.ts'
import { queueAt, seeing, seeingAny } from './queue-permissions.ts'
import { listNames, lists } from './queues.ts'

/* Who is reviewing what. Apart from the rest of focus review, because every list shows it. */

/** The lists as named on the wire. A report's item is its video: all reports on it are one case. */
const focusQueues = listNames.map((name) => lists[name].address)
export type FocusQueue = (typeof focusQueues)[number]
export const focusQueue = z.enum(focusQueues, { error: problem('one_of', focusQueues.join(', ')) })

const holder = z.object({
  id: z.number(),
  by: z.object({ id: z.number(), nickName: z.string() }),
  since: time,
})
export type Holder = z.output<typeof holder>

export const holdersCall = defineCall({
  method: 'GET',
  path: '/admin/ext/focus/holders',
  summary: 'Who holds what in a queue at the moment',
  sends: 'query',
  input: z.object({ queue: focusQueue }),
  output: z.object({ data: z.array(holder) }),
  refuses: [],
  needs: seeingAny,
  needsFor: ({ queue }) => seeing(queueAt(queue)),
  origin: 'ours',
})
