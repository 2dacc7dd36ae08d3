import { useTranslation } from 'react-i18next'
import { useRoles } from '../../shared/useRoles.ts'

/** The names of the roles a project looks for; empty while they load. */
export function useRoleNames(): (ids: readonly number[]) => string {
  const { t } = useTranslation()
  const roles = useRoles()
  return (ids) =>
    roles.data
      ? ids.map((id) => roles.data.data[String(id)] ?? t('certifications.unknownRole')).join(' · ')
      : ''
}
