import { type Reason, type ReasonQueue, reasonCalls } from '@screening-room/contract/reasons'
import { config } from '../api/config.ts'
import { useCall } from '../api/queries.ts'

/** The active ones, in the server's order: by digit. */
export const reasonsOf = (all: readonly Reason[], queue: ReasonQueue): Reason[] =>
  all.filter((reason) => reason.active && reason.queue === queue)

/** The reasons for a queue: undefined while they load, empty with a provider that has none. */
export function useRejectReasons(queue: ReasonQueue | undefined) {
  const enabled = config().ours && queue !== undefined
  const reading = useCall(reasonCalls.list, {}, { enabled, fresh: 10 * 60_000 })
  const reasons = queue === undefined ? [] : reading.data && reasonsOf(reading.data.data, queue)
  return { reading, reasons }
}
