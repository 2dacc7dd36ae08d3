import { isBuiltIn } from '@screening-room/contract/permissions'
import { useTranslation } from '../texts/i18n.ts'

/** What an account's role is called: built-in ones in this language, others as they were named, if they were. */
export function useRoleLabel(): (role: string, name: string | null | undefined) => string {
  const { t } = useTranslation()
  return (role, name) => (isBuiltIn(role) ? t(`roles.${role}`) : (name ?? ''))
}
