import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readConfig } from '../api/client.ts'
import { config, type DemoAccount } from '../api/config.ts'
import { onlyReloadHelps } from '../api/parts.ts'
import { interruption } from '../api/session.ts'
import type { SignInResult } from '../api/sign-in.ts'
import { typedPhone } from '../api/typed-phone.ts'
import { MissingScreen } from '../shared/Missing.tsx'
import { AppearanceSwitch } from './AppearanceSwitch.tsx'
import './login.css'
import { loadDashboard, loadRoutes, loadSignIn } from './load.ts'

/** Rendered without antd, which loads while the user types. */
export function Login() {
  const { t } = useTranslation()
  const [phone, setPhone] = useState(typedPhone.read)
  const [password, setPassword] = useState('')
  const [alert, setAlert] = useState('')
  const [outdated, setOutdated] = useState(false)
  const [submitting, setSubmitting] = useState(false)
  const busy = useRef(false)
  const [{ demoAccounts, plainHttp, noAccount }, setSettings] = useState(config)
  const [ended] = useState(interruption)

  useEffect(() => {
    document.title = t('login.title')
  }, [t])
  useEffect(typedPhone.forget, [])
  useEffect(() => {
    void readConfig().then(() => setSettings(config()))
  }, [])
  const loadNext = () => {
    void loadDashboard().catch(() => undefined)
    void loadRoutes().catch(() => undefined)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const given = phone.replace(/\s+/g, '')
    if (given === '' || password === '') return setAlert(t('login.missing'))
    if (busy.current) return
    busy.current = true
    setSubmitting(true)
    setAlert('')
    const result = await loadSignIn()
      .then(({ signIn }) => signIn(given, password))
      .catch((error: unknown): SignInResult => {
        if (onlyReloadHelps(error)) typedPhone.keep(given)
        setOutdated(onlyReloadHelps(error))
        return { ok: false, step: 'login' }
      })
    busy.current = false
    setSubmitting(false)
    if (!result.ok)
      setAlert(
        result.serverMessage ??
          t(result.step === 'login' ? 'login.failed' : 'login.userInfoFailed'),
      )
  }

  return (
    <main className="sr-login">
      <div className="sr-login-corner">
        <AppearanceSwitch />
      </div>
      <form className="sr-login-card" noValidate onSubmit={submit} onInput={loadNext}>
        <img src="./icon.svg" width="44" height="44" alt="" />
        <h1>{t('login.title')}</h1>
        <p className="sr-login-subtitle">{t('login.subtitle')}</p>
        {ended && !alert && <p className="sr-login-notice">{t('login.sessionEnded')}</p>}
        {plainHttp && <p className="sr-login-notice">{t('login.plainHttp')}</p>}
        {noAccount && <p className="sr-login-notice">{t('login.noAccount')}</p>}
        <label htmlFor="phone">{t('login.phone')}</label>
        <input
          id="phone"
          type="tel"
          inputMode="tel"
          autoComplete="username"
          aria-required="true"
          // biome-ignore lint/a11y/noAutofocus: the page has this one purpose
          autoFocus
          placeholder={t('login.phonePlaceholder')}
          value={phone}
          onChange={(event) => setPhone(event.target.value)}
        />
        <label htmlFor="password">{t('login.password')}</label>
        <Password value={password} onChange={setPassword} />
        <p role="alert" className="sr-login-alert">
          {alert}
        </p>
        {outdated && <MissingScreen />}
        <button type="submit" className="sr-login-submit" disabled={submitting}>
          {submitting && <span className="sr-spinner" aria-hidden="true" />}
          {t(submitting ? 'login.submitting' : 'login.submit')}
        </button>
        {demoAccounts.length > 0 && (
          <DemoAccounts
            accounts={demoAccounts}
            onPick={(account) => {
              loadNext()
              setPhone(account.phone)
              setPassword(account.password)
              setAlert('')
            }}
          />
        )}
      </form>
    </main>
  )
}

function Password({ value, onChange }: { value: string; onChange: (value: string) => void }) {
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
          autoComplete="current-password"
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

interface DemoAccountsProps {
  accounts: DemoAccount[]
  onPick: (account: DemoAccount) => void
}

function DemoAccounts({ accounts, onPick }: DemoAccountsProps) {
  const { t } = useTranslation()
  const roleName = (role: string) =>
    role === 'administrator' || role === 'reviewer' ? t(`roles.${role}`) : role
  return (
    <fieldset className="sr-login-demo">
      <legend>{t('login.demoAccounts')}</legend>
      {accounts.map((account) => (
        <button type="button" key={account.phone} onClick={() => onPick(account)}>
          <strong>{roleName(account.role)}</strong>
          <span>{account.phone}</span>
        </button>
      ))}
    </fieldset>
  )
}
