import { type ListName, lists } from './queues.ts'

type KindNames<L extends ListName> = (typeof lists)[L] extends { kinds: infer Kinds }
  ? keyof Kinds
  : never

/** How many items are pending. */
export type PendingCounts = {
  [L in ListName as (typeof lists)[L]['pending']['name']]: (typeof lists)[L]['pending'] extends {
    byKind: true
  }
    ? Record<KindNames<L>, number>
    : number
}

/** Of one list; of one of its kinds, if they are counted apart. */
export function pendingIn(counts: PendingCounts, list: ListName, kind?: string): number {
  const found = counts[lists[list].pending.name]
  if (typeof found === 'number') return found
  const some = Object.entries(found).filter(([name]) => kind === undefined || name === kind)
  return some.reduce((sum, [, count]) => sum + count, 0)
}
