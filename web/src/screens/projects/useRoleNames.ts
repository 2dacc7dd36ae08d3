import { certificationCalls } from '@screening-room/contract/certifications'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/queries.ts'

/** The roles a project looks for, by name; nothing while the names are on their way. */
export function useRoleNames(): (ids: readonly number[]) => string {
  const { t } = useTranslation()
  const roles = useCall(certificationCalls.roles, {}, { fresh: 10 * 60 * 1000 })
  return (ids) =>
    roles.data
      ? ids.map((id) => roles.data.data[String(id)] ?? t('certifications.unknownRole')).join(' · ')
      : ''
}
