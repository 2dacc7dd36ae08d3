import { accountCalls, longestPassword, shortestPassword } from '@screening-room/contract/account'
import { App, Button } from 'antd'
import { type FormEvent, useRef, useState } from 'react'
import { send } from '../../api/client.ts'
import { asFailure } from '../../api/failure.ts'
import { reloadCalls } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { shownTime } from '../../shared/dates.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { TextField } from '../../ui/TextField.tsx'

/** The server says what is wrong with a password: only it knows the current one and the common ones. */
export function PasswordForm({ changedAt }: { changedAt: string | null }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { userInfo } = useSession()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [wrong, setWrong] = useState('')
  const [running, setRunning] = useState(false)
  const busy = useRef(false)
  const length = [...next].length
  const short = length > 0 && length < shortestPassword

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (current === '' || next === '') return setWrong(t('people.required'))
    if (short || busy.current) return
    busy.current = true
    setRunning(true)
    setWrong('')
    try {
      await send(accountCalls.changePassword, { current, next })
      message.success(t('people.account.changed'))
      setCurrent('')
      setNext('')
      void reloadCalls(accountCalls.get)
    } catch (thrown) {
      const { kind, serverMessage } = asFailure(thrown)
      const plain =
        kind === 'failed' ? 'people.account.changeUnknown' : 'people.account.changeFailed'
      setWrong(kind === 'refused' && serverMessage ? serverMessage : t(plain))
    }
    busy.current = false
    setRunning(false)
  }

  const counted = short
    ? t('people.account.tooShort', { count: length, least: shortestPassword })
    : undefined
  return (
    <section className="sr-panel" aria-labelledby="account-password">
      <h2 id="account-password">{t('people.account.password')}</h2>
      <p className="sr-muted">{t('people.account.passwordHint', { least: shortestPassword })}</p>
      <form onSubmit={submit}>
        <input type="hidden" autoComplete="username" value={userInfo?.phone ?? ''} readOnly />
        <TextField
          type="password"
          label={t('people.account.current')}
          value={current}
          maxLength={longestPassword}
          autoComplete="current-password"
          onChange={setCurrent}
        />
        <TextField
          type="password"
          label={t('people.account.next')}
          hint={counted}
          value={next}
          maxLength={longestPassword}
          autoComplete="new-password"
          onChange={setNext}
        />
        <p role="alert" className="sr-error">
          {wrong}
        </p>
        <Button htmlType="submit" loading={running}>
          {t('people.account.changePassword')}
        </Button>
      </form>
      {changedAt && (
        <p className="sr-muted">
          {t('people.account.passwordChanged', { time: shownTime(changedAt) })}
        </p>
      )}
    </section>
  )
}
