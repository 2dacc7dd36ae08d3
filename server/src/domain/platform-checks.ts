import type { PlatformKind } from '@screening-room/contract/platform'
import { type Problem, problem } from '@screening-room/contract/refusals'
import type { Tx } from '../db/pool.ts'
import { lockCategories } from '../store/categories.ts'
import { type ContentRow, lockReported } from '../store/platform-rows.ts'

/* What a row has to agree with beside its own fields. Each check takes the locks that keep it true. */

export interface RowProblem {
  field: string
  problem: Problem
}

type Check = (content: ContentRow) => RowProblem | undefined

async function checkTypes(tx: Tx, wanted: readonly ContentRow[]): Promise<Check> {
  const ids = new Set(wanted.map((row) => row.video_id as number))
  const types = new Map((await lockReported(tx, [...ids])).map(({ id, type }) => [id, type]))
  return (row) => {
    const type = types.get(row.video_id as number)
    if (type === undefined || type === row.video_type) return undefined
    return { field: 'video_type', problem: problem('not_this_video') }
  }
}

interface Held {
  id: number
  comparable: string
  categoryId?: number
}

/** Names are unique among categories, and among the tags of a category. */
function checkNames(held: readonly Held[]): Check {
  const key = (comparable: unknown, category: unknown = '') => `${category} ${comparable}`
  const holders = new Map(held.map((one) => [key(one.comparable, one.categoryId), one.id]))
  return ({ id, comparable, category_id }) => {
    const name = key(comparable, category_id)
    if ((holders.get(name) ?? id) !== id) return { field: 'name', problem: problem('name_taken') }
    holders.set(name, id)
    return undefined
  }
}

export const checks: Partial<
  Record<PlatformKind, (tx: Tx, wanted: readonly ContentRow[]) => Promise<Check>>
> = {
  reports: checkTypes,
  categories: async (tx) => checkNames((await lockCategories(tx)).categories),
  tags: async (tx) => checkNames((await lockCategories(tx)).tags),
}
