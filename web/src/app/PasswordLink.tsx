import { shortestPassword } from '@screening-room/contract/account'
import type { OutputOf } from '@screening-room/contract/call'
import { linkCalls } from '@screening-room/contract/team'
import { type FormEvent, useEffect, useState } from 'react'
import { send } from '../api/client.ts'
import { asFailure } from '../api/failure.ts'
import { typedPhone } from '../api/typed-phone.ts'
import { AppearanceSwitch } from '../shared/AppearanceSwitch.tsx'
import { useTranslation } from '../texts/i18n.ts'
import { BrandMark } from '../ui/BrandMark.tsx'
import { PasswordField } from './PasswordField.tsx'

type Link = OutputOf<typeof linkCalls.open>['data']

/** For people who were sent a link: they choose their password, and sign in as everybody does. */
export default function PasswordLink({ secret }: { secret: string }) {
  const { t } = useTranslation()
  const [link, setLink] = useState<Link>()
  const [password, setPassword] = useState('')
  const [alert, setAlert] = useState('')
  const [state, setState] = useState<'open' | 'saving' | 'done'>('open')
  useEffect(() => {
    document.title = t('login.title')
  }, [t])
  useEffect(() => {
    send(linkCalls.open, { secret }).then(
      ({ data }) => setLink(data),
      (error) => setAlert(asFailure(error).serverMessage ?? t('people.link.failed')),
    )
  }, [secret, t])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (state === 'saving') return
    setState('saving')
    setAlert('')
    try {
      await send(linkCalls.setPassword, { secret, password })
      if (link) typedPhone.keep(link.phone)
      setState('done')
    } catch (error) {
      setAlert(asFailure(error).serverMessage ?? t('people.link.saveFailed'))
      setState('open')
    }
  }

  return (
    <main className="sr-login">
      <div className="sr-login-corner">
        <AppearanceSwitch />
      </div>
      <form className="sr-login-card" noValidate onSubmit={submit} aria-busy={!link && !alert}>
        <BrandMark size={44} />
        <h1>{link ? t(`people.link.${link.kind}`, { name: link.nickName }) : t('login.title')}</h1>
        {state === 'done' && (
          <>
            <p role="status" className="sr-login-subtitle">
              {t('people.link.done')}
            </p>
            <a className="sr-login-submit" href="#/login">
              {t('people.link.toSignIn')}
            </a>
          </>
        )}
        {link && state !== 'done' && (
          <>
            <p className="sr-login-subtitle">
              {t('people.link.hint', { phone: link.phone, least: shortestPassword })}
            </p>
            {/* For password managers, which keep it beside the new password. */}
            <input type="hidden" autoComplete="username" value={link.phone} readOnly />
            <label htmlFor="password">{t('people.link.password')}</label>
            <PasswordField isNew value={password} onChange={setPassword} />
          </>
        )}
        <p role="alert" className="sr-login-alert">
          {alert}
        </p>
        {link && state !== 'done' && (
          <button type="submit" className="sr-login-submit" disabled={state === 'saving'}>
            {t(state === 'saving' ? 'people.link.submitting' : 'people.link.submit')}
          </button>
        )}
        {!link && alert && (
          <a className="sr-login-submit" href="#/login">
            {t('people.link.toSignIn')}
          </a>
        )}
      </form>
    </main>
  )
}
