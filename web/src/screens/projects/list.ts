import type { InputOf } from '@screening-room/contract/call'
import { type projectCalls, projectPageSize } from '@screening-room/contract/projects'
import { status } from '@screening-room/contract/review'
import { period } from '../../shared/dates.ts'
import { codeOf, type ListQuery, searchOf, searchTermOf } from '../../shared/list-query.ts'

/* Separate from the screen, so that the first list can be requested while the screen's code loads. */

export const filterDefaults = { search: '', status: '', start: '', end: '' }
export const statuses = [status.pending, status.approved, status.rejected]

/** A mistyped address falls back to "All". */
export const knownFilters = (filters: typeof filterDefaults) => ({
  ...filters,
  search: searchTermOf(filters.search),
  status: String(codeOf(filters.status, statuses) ?? ''),
})

export function listInput({
  filters,
  page,
}: ListQuery<typeof filterDefaults>): InputOf<typeof projectCalls.list> {
  return {
    page,
    pageSize: projectPageSize,
    status: codeOf(filters.status, statuses),
    ...searchOf(filters),
    ...period(filters),
  }
}
