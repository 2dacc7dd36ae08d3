import {
  hasAction,
  type ListName,
  lists,
  needsReason,
  type QueueWith,
  ruleFor,
} from '@screening-room/contract/queues'
import { isBlank, longestReason } from '@screening-room/contract/review'
import { type Ref, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ApiFailure } from '../api/failure.ts'
import { useTranslation } from '../texts/i18n.ts'
import { isComposing } from '../ui/is-composing.ts'
import { ReasonChips } from './ReasonChips.tsx'
import { useConfirm } from './useConfirm.ts'
import { useDraft } from './useDraft.ts'
import { useSentence } from './useSentence.ts'
import './reasons.css'
import './shared.css'

/** The count is shown from this length on. */
const countFrom = 400
/** In code points, as the server counts. */
const lengthOf = (text: string) => [...text].length

const textKeys = {
  reject: {
    reason: 'reject.reason',
    placeholder: 'reject.placeholder',
    tooLong: 'reject.tooLong',
  },
  reopen: {
    reason: 'reopen.reason',
    placeholder: 'reopen.placeholder',
    tooLong: 'reopen.tooLong',
  },
} as const

/** What the reason is for: to reject an item of a list, or to re-open one of a queue. */
type Purpose = { list: ListName } | { reopen: QueueWith<'reopen'> }

type RejectRequest = Purpose & {
  id: number
  title: string
  submit: (reason: string) => Promise<ApiFailure | undefined>
  onDone?: () => void
}

/** Whether an empty reason is refused; if not, the text is sent as typed. */
function isRequired(request: Purpose): boolean {
  if ('reopen' in request) return ruleFor(request.reopen, 'reopen').needs === 'reason'
  const { queue } = lists[request.list]
  return hasAction(queue, 'reject') && needsReason(queue)
}

interface ReasonHandle {
  /** Returns the reason, or undefined after showing what is wrong. */
  read: () => string | undefined
  fail: (text: string) => void
  clear: () => void
}

/** Asks for a reason in a confirm dialog. The text is a draft until the server has confirmed it. */
export function useRejectDialog() {
  const confirm = useConfirm()
  const { t } = useTranslation()

  return (request: RejectRequest) => {
    const field: { current: ReasonHandle | null } = { current: null }
    const submit = confirm({
      title: request.title,
      content: <ReasonField ref={field} request={request} onSend={() => void submit()} />,
      okText: 'reopen' in request ? t('reopen.action') : t('common.reject'),
      okButtonProps: { danger: !('reopen' in request) },
      autoFocusButton: null,
      act: () => {
        const reason = field.current?.read()
        return reason === undefined ? undefined : request.submit(reason)
      },
      onFailure: (failure) =>
        field.current?.fail(failure.shownMessage ?? failure.serverMessage ?? ''),
      onDone: () => {
        field.current?.clear()
        request.onDone?.()
      },
    })
  }
}

interface ReasonFieldProps {
  ref: Ref<ReasonHandle>
  request: RejectRequest
  onSend: () => void
}

function ReasonField({ ref, request, onSend }: ReasonFieldProps) {
  const { t } = useTranslation()
  const sentence = useSentence()
  const id = useId()
  const isReopening = 'reopen' in request
  const keys = textKeys[isReopening ? 'reopen' : 'reject']
  const required = isRequired(request)
  const draft = useDraft(isReopening ? `reopen-${request.reopen}` : request.list, request.id)
  const [restored] = useState(draft.text !== '')
  const [error, setError] = useState('')
  const area = useRef<HTMLTextAreaElement>(null)

  // Not the first button of the dialog, here a prepared reason.
  useLayoutEffect(() => area.current?.focus(), [])

  const typed = lengthOf(draft.text)
  const problem = () => {
    if (required && isBlank(draft.text))
      return isReopening ? t('reopen.empty') : sentence('rejectReasonMissing')
    return typed > longestReason ? t(keys.tooLong, { typed, most: longestReason }) : ''
  }
  useImperativeHandle(ref, () => ({
    read() {
      const wrong = problem()
      setError(wrong)
      if (wrong === '') return draft.text
      area.current?.focus()
      return undefined
    },
    fail: setError,
    clear: draft.clear,
  }))

  return (
    <div className="sr-reason">
      {!isReopening && (
        <ReasonChips
          list={request.list}
          text={draft.text}
          onText={(text) => {
            // Synchronous: a later update would move the caret while the user types.
            flushSync(() => {
              draft.setText(text)
              setError('')
            })
            area.current?.focus()
            area.current?.setSelectionRange(text.length, text.length)
          }}
        />
      )}
      <label htmlFor={id}>{t(keys.reason)}</label>
      {/* Counted, not cut: pasted text must not lose its end silently. */}
      <textarea
        id={id}
        ref={area}
        rows={4}
        value={draft.text}
        placeholder={t(keys.placeholder)}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          draft.setText(event.target.value)
          setError('')
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isComposing(event))
            onSend()
        }}
      />
      {typed > countFrom && (
        <span className="sr-reason-count" data-over={typed > longestReason}>
          {`${typed} / ${longestReason}`}
        </span>
      )}
      <p
        id={`${id}-hint`}
        className={error ? 'sr-error' : 'sr-muted'}
        role={error ? 'alert' : undefined}
        aria-live="polite"
      >
        {error ||
          (restored && draft.text ? t('reject.restored') : '') ||
          (!required && !draft.text ? t('reject.optional') : '')}
      </p>
    </div>
  )
}
