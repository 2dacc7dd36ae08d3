import { isBlank } from '@screening-room/contract/review'
import { App, Input } from 'antd'
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiFailure } from '../api/failure.ts'
import { isComposing } from '../ui/is-composing.ts'
import { hold } from './hold.ts'
import { type DraftQueue, useDraft } from './useDraft.ts'
import './shared.css'

interface RejectRequest {
  queue: DraftQueue
  id: number
  title: string
  /** Whether an empty reason is refused; if not, the text is sent as typed. */
  required: boolean
  submit: (reason: string) => Promise<ApiFailure | undefined>
  onDone?: () => void
}

interface ReasonHandle {
  /** The reason to send, or nothing after saying what is wrong. */
  take: () => string | undefined
  fail: (text: string) => void
  clear: () => void
}

/** Asks for a reject reason in a confirm dialog. What is typed is kept until the server has it. */
export function useRejectDialog() {
  const { modal } = App.useApp()
  const { t } = useTranslation()
  const opened = useRef<{ destroy: () => void }>(undefined)
  useEffect(() => () => opened.current?.destroy(), [])

  return (request: RejectRequest) => {
    const field: { current: ReasonHandle | null } = { current: null }
    let running = false
    const submit = async () => {
      if (running) return
      const reason = field.current?.take()
      if (reason === undefined) return
      running = true
      hold(dialog, running)
      const failure = await request.submit(reason)
      running = false
      hold(dialog, running)
      if (failure) return failure.said && field.current?.fail(failure.said)
      field.current?.clear()
      dialog.destroy()
      request.onDone?.()
    }
    const dialog = modal.confirm({
      title: request.title,
      content: <ReasonField ref={field} request={request} onSend={() => void submit()} />,
      okText: t('common.reject'),
      okButtonProps: { danger: true },
      cancelText: t('common.cancel'),
      autoFocusButton: null,
      // Taking `close` keeps antd from closing by itself.
      onOk: (_close: () => void) => void submit(),
    })
    opened.current = dialog
  }
}

interface ReasonFieldProps {
  ref: Ref<ReasonHandle>
  request: RejectRequest
  onSend: () => void
}

function ReasonField({ ref, request, onSend }: ReasonFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const draft = useDraft(request.queue, request.id)
  const [restored] = useState(draft.text !== '')
  const [error, setError] = useState('')
  const area = useRef<HTMLTextAreaElement>(null)

  useImperativeHandle(ref, () => ({
    take() {
      if (!request.required || !isBlank(draft.text)) return draft.text
      setError(t('reject.empty'))
      area.current?.focus()
      return undefined
    },
    fail: setError,
    clear: draft.clear,
  }))

  return (
    <div className="sr-reason">
      <label htmlFor={id}>{t('reject.reason')}</label>
      <Input.TextArea
        id={id}
        ref={(input) => {
          area.current = input?.resizableTextArea?.textArea ?? null
        }}
        autoFocus
        rows={4}
        maxLength={500}
        value={draft.text}
        placeholder={t('reject.placeholder')}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-said`}
        {...(error ? { status: 'error' as const } : {})}
        onChange={(event) => {
          draft.setText(event.target.value)
          setError('')
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isComposing(event))
            onSend()
        }}
      />
      <p id={`${id}-said`} className={error ? 'sr-error' : 'sr-muted'} aria-live="polite">
        {error ||
          (restored && draft.text ? t('reject.restored') : '') ||
          (!request.required && !draft.text ? t('reject.optional') : '')}
      </p>
    </div>
  )
}
