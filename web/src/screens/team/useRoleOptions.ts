import { hasAll } from '@screening-room/contract/permissions'
import type { TeamRole } from '@screening-room/contract/roles'
import { useSession } from '../../api/session.ts'
import { useRoleLabel } from '../../shared/useRoleLabel.ts'

/** Whether the person may give this role, and change the people who have it: it may do no more than their own. */
export function useMayGive(): (role: TeamRole) => boolean {
  const { userInfo } = useSession()
  return ({ permissions }) => hasAll(userInfo?.permissions ?? [], permissions)
}

/** The roles that the person may give, for a choice. */
export function useRoleOptions(roles: readonly TeamRole[]): { value: string; label: string }[] {
  const label = useRoleLabel()
  const mayGive = useMayGive()
  return roles.filter(mayGive).map(({ key, name }) => ({ value: key, label: label(key, name) }))
}
