import { factorCalls } from '@screening-room/contract/factors'
import { Button } from 'antd'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { encode } from 'uqr'
import { send } from '../../api/client.ts'
import { asFailure } from '../../api/failure.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { TextField } from '../../ui/TextField.tsx'

interface TotpSetupProps {
  secret: string
  uri: string
  onAdded: (recoveryCodes: string[] | null) => void
  onClose: () => void
}

/** The app is added once it has shown that it has the secret. The picture is drawn here: nobody else sees it. */
export function TotpSetup({ secret, uri, onAdded, onClose }: TotpSetupProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [running, setRunning] = useState(false)
  const frame = useRef<HTMLFormElement>(null)
  useEffect(() => frame.current?.querySelector('input')?.focus(), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (running) return
    if (code.trim() === '') return setWrong(t('people.required'))
    setRunning(true)
    setWrong(undefined)
    try {
      onAdded((await send(factorCalls.addTotp, { code })).data.recoveryCodes)
    } catch (thrown) {
      setWrong(asFailure(thrown).serverMessage ?? t('factors.failed'))
      setRunning(false)
    }
  }
  return (
    <form ref={frame} className="sr-totp" onSubmit={submit}>
      <Picture text={uri} />
      <p>{t('factors.scan')}</p>
      <p>
        {t('factors.orType')}{' '}
        <code className="sr-secret">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <TextField
        label={t('factors.code')}
        wrong={wrong}
        value={code}
        maxLength={12}
        inputMode="numeric"
        autoComplete="one-time-code"
        onChange={setCode}
      />
      <div className="sr-factor-buttons">
        <Button type="primary" htmlType="submit" loading={running}>
          {t('factors.finish')}
        </Button>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
      </div>
    </form>
  )
}

function Picture({ text }: { text: string }) {
  const { t } = useTranslation()
  const { data, size } = useMemo(() => encode(text, { ecc: 'M', border: 2 }), [text])
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      className="sr-totp-picture"
      role="img"
      aria-label={t('factors.picture')}
      viewBox={`0 0 ${size} ${size}`}
      width="192"
      height="192"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
