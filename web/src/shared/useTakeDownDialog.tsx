import { App, Checkbox, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiFailure } from '../api/failure.ts'
import { Text } from '../ui/Text.tsx'
import { Failure } from './Failure.tsx'
import { hold } from './hold.ts'
import { useReasonNames, useReasons } from './useReasons.ts'
import './shared.css'

interface TakeDownRequest {
  title?: string
  /** Ticked at the start: the report's own reason. */
  preselected?: number[]
  submit: (reasonIds: number[]) => Promise<ApiFailure | undefined>
  onDone?: () => void
}

/** What the list tells the dialog's button, and the other way round. */
interface Choice {
  ids: number[]
  say: (text: string) => void
}

/** Asks for the reasons of a take-down: a checklist, at least one (spec, section 5). */
export function useTakeDownDialog() {
  const { modal } = App.useApp()
  const { t } = useTranslation()
  const opened = useRef<{ destroy: () => void }>(undefined)
  useEffect(() => () => opened.current?.destroy(), [])

  return (request: TakeDownRequest) => {
    const choice: Choice = { ids: request.preselected ?? [], say: () => undefined }
    let running = false
    const submit = async () => {
      if (running) return
      if (choice.ids.length === 0) return choice.say(t('takeDown.none'))
      running = true
      hold(dialog, running)
      const failure = await request.submit(choice.ids)
      running = false
      hold(dialog, running)
      if (failure) return failure.said && choice.say(failure.said)
      dialog.destroy()
      request.onDone?.()
    }
    const dialog = modal.confirm({
      title: request.title ?? t('takeDown.title'),
      width: 520,
      content: <ReasonList choice={choice} />,
      okText: t('common.takeDown'),
      okButtonProps: { danger: true },
      cancelText: t('common.cancel'),
      autoFocusButton: null,
      mask: { closable: true },
      // Taking `close` keeps antd from closing by itself.
      onOk: (_close: () => void) => void submit(),
    })
    opened.current = dialog
  }
}

function ReasonList({ choice }: { choice: Choice }) {
  const { t } = useTranslation()
  const name = useReasonNames()
  const [error, setError] = useState('')
  const [ids, setIds] = useState(choice.ids)
  const reasons = useReasons()
  useEffect(() => {
    choice.say = setError
  }, [choice])

  // What is ticked from the start must not hide below the edge of the list.
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (reasons.data)
      list.current?.querySelector('label:has(:checked)')?.scrollIntoView({ block: 'center' })
  }, [reasons.data])

  if (reasons.isPending) return <Skeleton active />
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
            label: <Text>{name(reason.id)}</Text>,
          }))}
        />
      </div>
      <p className="sr-error" aria-live="polite">
        {error}
      </p>
    </div>
  )
}
