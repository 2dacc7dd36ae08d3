import type { Queue } from '@screening-room/contract/queues'
import { recordCalls } from '@screening-room/contract/record'
import { App, Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { idOf } from '../../shared/list-query.ts'
import { useAction } from '../../shared/useAction.ts'
import { useTranslation } from '../../texts/i18n.ts'

interface ExportFormProps {
  queue: Queue
  id: number
  onClose: () => void
}

function saveFile(name: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/zip' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** A bundle proves itself against one seal: the one that its reader has kept. */
export function ExportForm({ queue, id, onClose }: ExportFormProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const field = useId()
  const [seal, setSeal] = useState('')
  const [wrong, setWrong] = useState(false)
  const bundle = useAction(recordCalls.bundle, {
    failed: { plain: 'story.exportFailed' },
    reload: [recordCalls.list],
    onAnswer: ({ data }) => {
      if (data.zip === null) return void message.warning(t('story.exportLost'))
      saveFile(data.name, data.zip)
      const { proven, events, seal } = data
      void message.success(
        t('story.exported', {
          proven: String(proven),
          events: String(events),
          seal: seal.toLocaleString('en'),
        }),
      )
    },
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // A whole seal is taken too: its position stands before the colon.
    const text = seal.trim().split(':')[0] ?? ''
    const position = idOf(text)
    setWrong(text !== '' && position === undefined)
    if (text !== '' && position === undefined) return
    const input = { queue, id, ...(position !== undefined && { seal: position }) }
    if (!(await bundle.run(input))) onClose()
  }
  return (
    <form className="sr-story-export" aria-label={t('story.exportTitle')} onSubmit={submit}>
      <p>{t('story.exportHint')}</p>
      <label htmlFor={field}>{t('story.sealPosition')}</label>
      <div>
        <Input
          id={field}
          autoFocus
          value={seal}
          placeholder={t('story.sealPlaceholder')}
          aria-invalid={wrong}
          aria-describedby={`${field}-wrong`}
          onChange={({ target }) => setSeal(target.value)}
        />
        <Button type="primary" htmlType="submit" loading={bundle.running}>
          {t('story.exportNow')}
        </Button>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
      </div>
      <p id={`${field}-wrong`} className="sr-error" role="alert">
        {wrong ? t('story.sealWrong') : ''}
      </p>
    </form>
  )
}
