import type { BuiltInRole } from '@screening-room/contract/permissions'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { readConfig } from '../api/client.ts'
import { config, type DemoAccount } from '../api/config.ts'
import { onlyReloadHelps, preload } from '../api/parts.ts'
import { interruption } from '../api/session.ts'
import type { SignInResult } from '../api/sign-in.ts'
import { ssoOutcome } from '../api/sso.ts'
import { typedPhone } from '../api/typed-phone.ts'
import { AppearanceSwitch } from '../shared/AppearanceSwitch.tsx'
import { MissingScreen } from '../shared/Missing.tsx'
import { translate, useTranslation } from '../texts/i18n.ts'
import { BrandMark } from '../ui/BrandMark.tsx'
import './login.css'
import { loadDashboard, loadRoutes, loadSignIn } from './load.ts'
import { PasswordField } from './PasswordField.tsx'
import { SignOn } from './SignOn.tsx'

function saySsoOutcome(): string {
  const outcome = ssoOutcome()
  // They were let in, and then it could not be found out who they are.
  if (outcome === 'done') return translate('login.userInfoFailed')
  return outcome ? translate(`login.sso.${outcome}`) : ''
}

/** Rendered without antd, which loads while the user types. */
export function Login() {
  const { t } = useTranslation()
  const [phone, setPhone] = useState(typedPhone.read)
  const [password, setPassword] = useState('')
  const [alert, setAlert] = useState(saySsoOutcome)
  const [outdated, setOutdated] = useState(false)
  const [submitting, setSubmitting] = useState(false)
  const busy = useRef(false)
  const [{ demoAccounts, plainHttp, noAccount, ...settings }, setSettings] = useState(config)
  const [emergency, setEmergency] = useState(false)
  const [ended] = useState(interruption)

  useEffect(() => {
    document.title = t('login.title')
  }, [t])
  useEffect(typedPhone.forget, [])
  useEffect(() => {
    void readConfig().then(() => setSettings(config()))
  }, [])
  const loadNext = () => {
    preload(loadDashboard)
    // The code of the screen, too: only its list has to wait for the user.
    loadRoutes().then(
      ({ screenOf }) =>
        void screenOf(location.hash, null)
          ?.load()
          .catch(() => undefined),
      () => undefined,
    )
  }

  const withPassword = settings.passwordSignIn || emergency
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
        <BrandMark size={44} />
        <h1>{t('login.title')}</h1>
        <p className="sr-login-subtitle">{t('login.subtitle')}</p>
        {ended && !alert && <p className="sr-login-notice">{t('login.sessionEnded')}</p>}
        {plainHttp && <p className="sr-login-notice">{t('login.plainHttp')}</p>}
        {noAccount && <p className="sr-login-notice">{t('login.noAccount')}</p>}
        {withPassword && (
          <>
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
            <PasswordField value={password} onChange={setPassword} />
          </>
        )}
        <p role="alert" className="sr-login-alert">
          {alert}
        </p>
        {outdated && <MissingScreen />}
        {withPassword && (
          <button type="submit" className="sr-login-submit" disabled={submitting}>
            {submitting && <span className="sr-spinner" aria-hidden="true" />}
            {t(submitting ? 'login.submitting' : 'login.submit')}
          </button>
        )}
        {settings.sso && (
          <SignOn
            label={settings.ssoLabel}
            alone={!withPassword}
            onEmergency={() => setEmergency(true)}
          />
        )}
        {settings.passwordSignIn && demoAccounts.length > 0 && (
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

interface DemoAccountsProps {
  accounts: DemoAccount[]
  onPick: (account: DemoAccount) => void
}

function DemoAccounts({ accounts, onPick }: DemoAccountsProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="sr-login-demo">
      <legend>{t('login.demoAccounts')}</legend>
      {accounts.map((account) => (
        <button type="button" key={account.phone} onClick={() => onPick(account)}>
          <strong>{t(`roles.${account.role as BuiltInRole}`)}</strong>
          <span>{account.phone}</span>
        </button>
      ))}
    </fieldset>
  )
}
