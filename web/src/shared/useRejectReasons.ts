import { type Reason, type ReasonQueue, reasonCalls } from '@screening-room/contract/reasons'
import { config } from '../api/config.ts'
import { useCall } from '../api/queries.ts'

/** The reasons in use for a queue; none while they are on their way, or where the provider has none. */
export function useRejectReasons(queue: ReasonQueue | undefined): readonly Reason[] {
  const reading = useCall(
    reasonCalls.list,
    {},
    { enabled: config().ours && queue !== undefined, fresh: 10 * 60_000 },
  )
  return reading.data?.data.filter((one) => one.active && one.queue === queue) ?? []
}
