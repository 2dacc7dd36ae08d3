import { historyCalls } from '@screening-room/contract/history'
import { config } from '../api/config.ts'
import { useCall } from '../api/queries.ts'

const freshMs = 30_000

/** How many items wait in each queue; the live stream keeps it up to date. */
export function usePendingCounts() {
  return useCall(historyCalls.pending, {}, { enabled: config().ours, fresh: freshMs }).data?.data
}
