import { type Holder, holdersCall } from '@screening-room/contract/holders'
import { type ListName, lists } from '@screening-room/contract/queues'
import { useMemo } from 'react'
import { config } from '../api/config.ts'
import { useCall } from '../api/queries.ts'
import { useFirstViewPainted } from './first-view.ts'

const pollEveryMs = 30_000

/** Who is reviewing which item of a list; a report's item is its video. Empty with another provider. */
export function useHolders(list: ListName): (id: number) => Holder | undefined {
  const painted = useFirstViewPainted()
  const { data } = useCall(
    holdersCall,
    { queue: lists[list].address },
    { enabled: painted && config().ours, every: pollEveryMs, fresh: pollEveryMs, keep: false },
  )
  return useMemo(() => {
    const held = new Map(data?.data.map((holder) => [holder.id, holder]))
    return (id) => held.get(id)
  }, [data])
}
