import { certificationCalls } from '@screening-room/contract/certifications'
import { useCall } from '../api/queries.ts'
import { useTranslation } from '../texts/i18n.ts'

/** The roles by ID. They rarely change. */
export const useRoles = () => useCall(certificationCalls.roles, {}, { fresh: 10 * 60 * 1000 })

/** The name of a role; empty while the roles load. */
export function useRoleName(): (id: number | null | undefined) => string {
  const { t } = useTranslation()
  const roles = useRoles().data?.data
  return (id) => (roles ? (roles[String(id)] ?? t('certifications.unknownRole')) : '')
}

/** The names of several, as one text. */
export function useRoleNames(): (ids: readonly number[]) => string {
  const name = useRoleName()
  return (ids) => ids.map(name).filter(Boolean).join(' · ')
}
