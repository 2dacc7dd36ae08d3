import type { AnyCall, InputOf, OutputOf } from '@screening-room/contract/call'
import { config } from '../api/config.ts'
import { useCall } from '../api/queries.ts'

/**
 * The item of an open dialog: at once from the list, then from the server. A shared
 * link may open an item that is not on this page. Another provider has only its lists.
 */
export function useItem<C extends AnyCall, Item extends OutputOf<C>['data']>(
  get: C,
  id: number,
  listed: Item | undefined,
) {
  const reading = useCall(get, { id } as InputOf<C>, {
    enabled: config().ours,
    keep: false,
    fresh: 0,
  })
  const item = (reading.data?.data as OutputOf<C>['data'] | undefined) ?? listed
  return { item: item as OutputOf<C>['data'] | undefined, reading }
}
