import type { InputOf } from '@screening-room/contract/call'
import {
  type certificationCalls,
  certificationPageSize,
} from '@screening-room/contract/certifications'
import { status } from '@screening-room/contract/review'
import { period } from '../../shared/dates.ts'
import { codeOf, idOf, type ListQuery, searchOf, searchTermOf } from '../../shared/list-query.ts'

/* Separate from the screen, so that the first list can be requested while the screen's code loads. */

export const filterDefaults = { search: '', roleId: '', status: '', start: '', end: '' }
export const statuses = [status.pending, status.approved, status.rejected]

/** A mistyped address falls back to "All". */
export const knownFilters = (filters: typeof filterDefaults) => ({
  ...filters,
  search: searchTermOf(filters.search),
  roleId: String(idOf(filters.roleId) ?? ''),
  status: String(codeOf(filters.status, statuses) ?? ''),
})

export function listInput({
  filters,
  page,
}: ListQuery<typeof filterDefaults>): InputOf<typeof certificationCalls.list> {
  return {
    page,
    pageSize: certificationPageSize,
    roleId: idOf(filters.roleId),
    status: codeOf(filters.status, statuses),
    ...searchOf(filters),
    ...period(filters),
  }
}
