import { type SecondStep, secondStepCalls } from '@screening-room/contract/factors'
import {
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from '@simplewebauthn/browser'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { send } from '../api/client.ts'
import { asFailure } from '../api/failure.ts'
import { useTranslation } from '../texts/i18n.ts'
import './second-step.css'

interface Outcome {
  entered: boolean
  /** What the login form says then. */
  message: string
}

const ticketEnded = 410

/** Over the login form, which waits. A dialog of the browser: what is below it cannot be reached. */
export function askSecondFactor(step: SecondStep): Promise<Outcome> {
  const dialog = document.createElement('dialog')
  dialog.className = 'sr-second-step'
  dialog.setAttribute('aria-labelledby', 'second-step')
  document.body.append(dialog)
  const root = createRoot(dialog)
  return new Promise((resolve) => {
    const end = (outcome: Outcome) => {
      dialog.close()
      dialog.remove()
      root.unmount()
      resolve(outcome)
    }
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      end({ entered: false, message: '' })
    })
    root.render(<SecondStepForm step={step} onEnd={end} />)
    dialog.showModal()
  })
}

interface FormProps {
  step: SecondStep
  onEnd: (outcome: Outcome) => void
}

function SecondStepForm({ step: { ticket, totp, passkey }, onEnd }: FormProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [way, setWay] = useState<'totp' | 'recovery' | 'passkey'>(
    passkey ? 'passkey' : totp ? 'totp' : 'recovery',
  )
  const [alert, setAlert] = useState('')
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const field = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another way has another field
  useEffect(() => field.current?.focus(), [way])

  const run = async (work: () => Promise<unknown>) => {
    if (busy.current) return
    busy.current = true
    setSending(true)
    setAlert('')
    try {
      await work()
      return onEnd({ entered: true, message: '' })
    } catch (thrown) {
      const failure = asFailure(thrown)
      const message = failure.serverMessage ?? t('factors.step.failed')
      if (failure.code === ticketEnded) return onEnd({ entered: false, message })
      setAlert(message)
    }
    busy.current = false
    setSending(false)
    field.current?.focus()
    field.current?.select()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') return setAlert(t('factors.step.missing'))
    void run(() => send(secondStepCalls.code, { ticket, code }))
  }
  const answerPasskey = () =>
    void run(async () => {
      const optionsJSON = passkey as unknown as PublicKeyCredentialRequestOptionsJSON
      const answer = await startAuthentication({ optionsJSON })
      await send(secondStepCalls.passkey, { ticket, credential: JSON.stringify(answer) })
    })
  const others = (['passkey', 'totp', 'recovery'] as const).filter(
    (one) => one !== way && (one !== 'passkey' || passkey) && (one !== 'totp' || totp),
  )
  return (
    <form className="sr-login-card" noValidate onSubmit={submit}>
      <h1 id="second-step">{t('factors.step.title')}</h1>
      <p className="sr-login-subtitle">{t(`factors.step.${way}Hint`)}</p>
      {way !== 'passkey' && (
        <>
          <label htmlFor="second-step-code">{t(`factors.step.${way}`)}</label>
          <input
            key={way}
            ref={field}
            id="second-step-code"
            autoComplete={way === 'totp' ? 'one-time-code' : 'off'}
            inputMode={way === 'totp' ? 'numeric' : 'text'}
            spellCheck={false}
            maxLength={40}
            aria-required="true"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </>
      )}
      <p role="alert" className="sr-login-alert">
        {alert}
      </p>
      <button
        type={way === 'passkey' ? 'button' : 'submit'}
        className="sr-login-submit"
        disabled={sending}
        {...(way === 'passkey' && { onClick: answerPasskey })}
      >
        {sending && <span className="sr-spinner" aria-hidden="true" />}
        {t(way === 'passkey' ? 'factors.step.usePasskey' : 'factors.step.submit')}
      </button>
      <div className="sr-second-step-ways">
        {others.map((one) => (
          <button
            key={one}
            type="button"
            onClick={() => {
              setWay(one)
              setCode('')
              setAlert('')
            }}
          >
            {t(`factors.step.to_${one}`)}
          </button>
        ))}
        <button type="button" onClick={() => onEnd({ entered: false, message: '' })}>
          {t('factors.step.back')}
        </button>
      </div>
    </form>
  )
}
