import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from '../texts/i18n.ts'
import './login.css'

interface PasswordFieldProps {
  value: string
  onChange: (value: string) => void
  /** For a password that is about to be chosen. */
  isNew?: true
}

/** A password that can be looked at, with a hint while caps lock is on. Its id is `password`. */
export function PasswordField({ value, onChange, isNew }: PasswordFieldProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <>
      <div className="sr-login-password">
        <input
          id="password"
          type={shown ? 'text' : 'password'}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          aria-required="true"
          placeholder={t('login.passwordPlaceholder')}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={watch}
          onKeyUp={watch}
        />
        <button
          type="button"
          aria-pressed={shown}
          aria-label={t(shown ? 'login.hidePassword' : 'login.showPassword')}
          title={t(shown ? 'login.hidePassword' : 'login.showPassword')}
          onClick={() => setShown(!shown)}
        >
          <svg
            width="18"
            height="18"
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            aria-hidden="true"
          >
            <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
            <circle cx="12" cy="12" r="2.8" />
            {shown && <path d="M4 20 20 4" />}
          </svg>
        </button>
      </div>
      {capsLock && <p className="sr-login-hint">{t('login.capsLock')}</p>}
    </>
  )
}
