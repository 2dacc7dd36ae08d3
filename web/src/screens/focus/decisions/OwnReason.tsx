import {
  hasAction,
  type ListEntry,
  type ListName,
  lists,
  needsReason,
} from '@screening-room/contract/queues'
import type { Mark } from '@screening-room/contract/receipt'
import { isBlank, longestReason } from '@screening-room/contract/review'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useAppearance } from '../../../shared/appearance.ts'
import { marksText, reasonWithMarks } from '../../../shared/moments.ts'
import { useDraft } from '../../../shared/useDraft.ts'
import { useSentence } from '../../../shared/useSentence.ts'
import { useTranslation } from '../../../texts/i18n.ts'
import { isComposing } from '../../../ui/is-composing.ts'

interface OwnReasonProps {
  list: ListName
  id: number
  marks: readonly Mark[]
  onSend: (message: string, typed: string) => void
  onClose: () => void
}

/** A reason typed by hand. It is kept as a draft until the server has confirmed it. */
export function OwnReason({ list, id, marks, onSend, onClose }: OwnReasonProps) {
  const { t } = useTranslation()
  const sentence = useSentence()
  const { language } = useAppearance()
  const field = useId()
  const draft = useDraft(list, id)
  const [restored] = useState(draft.text !== '')
  const [error, setError] = useState('')
  const { queue, reservedReason }: ListEntry = lists[list]
  const required = hasAction(queue, 'reject') && needsReason(queue)
  const message = reasonWithMarks(marks, required ? draft.text.trim() : draft.text, language)

  const problem = () => {
    const typed = [...message].length
    if (required && isBlank(draft.text)) return sentence('rejectReasonMissing')
    if (message === reservedReason) return t('videos.reservedReason')
    return typed > longestReason ? t('reject.tooLong', { typed, most: longestReason }) : ''
  }
  const submit = () => {
    const wrong = problem()
    setError(wrong)
    if (wrong === '') onSend(message, draft.text)
  }
  const moments = marksText(marks, language)
  const hint = restored && draft.text ? t('reject.restored') : t('focus.sendHint')

  return (
    <div className="sr-focus-own">
      <label htmlFor={field}>
        {t('reject.reason')}
        {moments && <span className="sr-muted"> · {moments}: …</span>}
      </label>
      <Input.TextArea
        id={field}
        autoFocus
        rows={4}
        value={draft.text}
        placeholder={t('reject.placeholder')}
        aria-invalid={error !== ''}
        aria-describedby={`${field}-hint`}
        {...(error ? { status: 'error' as const } : {})}
        onChange={(event) => {
          draft.setText(event.target.value)
          setError('')
        }}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Escape') onClose()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) submit()
        }}
      />
      <div className="sr-focus-strip-foot">
        <span
          id={`${field}-hint`}
          className={error ? 'sr-error' : 'sr-muted'}
          role={error ? 'alert' : undefined}
        >
          {error || hint}
        </span>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button danger type="primary" onClick={submit}>
          {t('focus.send')}
        </Button>
      </div>
    </div>
  )
}
