import { Checkbox } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { ApiFailure } from '../api/failure.ts'
import { useTranslation } from '../texts/i18n.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Text } from '../ui/Text.tsx'
import { Failure } from './Failure.tsx'
import { useConfirm } from './useConfirm.ts'
import { useReasonNames, useReasonPolicies, useReasons } from './useReasons.ts'
import { useSentence } from './useSentence.ts'
import './reasons.css'
import './shared.css'

interface TakeDownRequest {
  title?: string
  /** Selected from the start: the report's own reason. */
  preselected?: number[]
  submit: (reasonIds: number[]) => Promise<ApiFailure | undefined>
  onDone?: () => void
}

/** Connects the list with the dialog's button. */
interface Choice {
  ids: number[]
  showError: (text: string) => void
}

/** Asks for the reasons of a take-down: a checklist, at least one (spec, section 5). */
export function useTakeDownDialog() {
  const confirm = useConfirm()
  const { t } = useTranslation()
  const sentence = useSentence()

  return (request: TakeDownRequest) => {
    const choice: Choice = { ids: request.preselected ?? [], showError: () => undefined }
    void confirm({
      title: request.title ?? t('takeDown.title'),
      width: 520,
      content: <ReasonList choice={choice} />,
      okText: t('common.takeDown'),
      okButtonProps: { danger: true },
      autoFocusButton: null,
      mask: { closable: true },
      act: () => {
        choice.showError(choice.ids.length === 0 ? sentence('takeDownReasonMissing') : '')
        return choice.ids.length === 0 ? undefined : request.submit(choice.ids)
      },
      onFailure: (failure) => choice.showError(failure.shownMessage ?? failure.serverMessage ?? ''),
      onDone: request.onDone,
    })
  }
}

function ReasonList({ choice }: { choice: Choice }) {
  const { t } = useTranslation()
  const name = useReasonNames()
  const policy = useReasonPolicies()
  const [error, setError] = useState('')
  const [ids, setIds] = useState(choice.ids)
  const reasons = useReasons()
  useEffect(() => {
    choice.showError = setError
  }, [choice])

  // What is selected from the start is scrolled into view.
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (reasons.data)
      list.current?.querySelector('label:has(:checked)')?.scrollIntoView({ block: 'center' })
  }, [reasons.data])

  if (reasons.isPending) return <Skeleton rows={4} />
  if (!reasons.data)
    return (
      <Failure text={t('takeDown.reasonsFailed')} failure={reasons.error} retry={reasons.refetch} />
    )
  return (
    <div className="sr-reason">
      <p className="sr-muted">{t('takeDown.hint')}</p>
      <div ref={list} className="sr-reason-list">
        <Checkbox.Group
          value={ids}
          onChange={(next) => {
            choice.ids = next as number[]
            setIds(choice.ids)
            setError('')
          }}
          options={reasons.data.data.map((reason) => ({
            value: reason.id,
            label: (
              <>
                <Text>{name(reason.id)}</Text>
                {ids.includes(reason.id) && policy(reason.id) && (
                  <span className="sr-policy">
                    <Text>{policy(reason.id)}</Text>
                  </span>
                )}
              </>
            ),
          }))}
        />
      </div>
      <p className="sr-error" role={error ? 'alert' : undefined} aria-live="polite">
        {error}
      </p>
    </div>
  )
}
