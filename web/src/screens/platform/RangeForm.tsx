import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from '../../texts/i18n.ts'

interface RangeFormProps {
  running: boolean
  onSend: (from: number, to: number) => void
  onClose: () => void
}

const isEvent = (text: string) => /^[1-9]\d{0,14}$/.test(text.trim())

/** The events from one to another, by their numbers. */
export function RangeForm({ running, onSend, onClose }: RangeFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const [range, setRange] = useState({ from: '', to: '' })
  const fits = isEvent(range.from) && isEvent(range.to) && Number(range.from) <= Number(range.to)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (fits && !running) onSend(Number(range.from), Number(range.to))
  }
  return (
    <form
      className="sr-platform-range"
      aria-label={t('platform.deliveries.range')}
      onSubmit={submit}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      {(['from', 'to'] as const).map((name) => (
        <div key={name}>
          <label htmlFor={`${id}-${name}`}>{t(`platform.deliveries.${name}`)}</label>
          <Input
            id={`${id}-${name}`}
            inputMode="numeric"
            autoComplete="off"
            autoFocus={name === 'from'}
            value={range[name]}
            onChange={({ target }) => setRange({ ...range, [name]: target.value })}
          />
        </div>
      ))}
      <Button type="primary" htmlType="submit" disabled={!fits} loading={running}>
        {t('platform.deliveries.resend')}
      </Button>
      <Button disabled={running} onClick={onClose}>
        {t('common.cancel')}
      </Button>
    </form>
  )
}
