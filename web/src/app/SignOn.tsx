import { ssoPaths } from '@screening-room/contract/sso'
import { useTranslation } from '../texts/i18n.ts'

interface SignOnProps {
  /** As the operator names it. */
  label: string
  /** Passwords are off. */
  alone: boolean
  onEmergency: () => void
}

/** A link: the browser goes to the identity provider and comes back from there. */
export function SignOn({ label, alone, onEmergency }: SignOnProps) {
  const { t } = useTranslation()
  return (
    <>
      <a className={alone ? 'sr-login-submit' : 'sr-login-sso'} href={ssoPaths.start}>
        {label || t('login.sso.button')}
      </a>
      {alone && (
        <button type="button" className="sr-login-sso sr-login-emergency" onClick={onEmergency}>
          {t('login.sso.emergency')}
        </button>
      )}
    </>
  )
}
