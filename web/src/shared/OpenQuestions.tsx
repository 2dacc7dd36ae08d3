import { ExclamationCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from '../texts/i18n.ts'
import { canHaveFocus, ModalLayer } from '../ui/ModalFrame.tsx'
import { type OpenQuestion, useOpenQuestions } from './open-questions.ts'
import { focusCurrentRow } from './row-focus.ts'

/** Draws what `useConfirm` asks, once for the app: the language and the theme follow while it is open. */
export function OpenQuestions() {
  return useOpenQuestions().map((question) => <Confirm key={question.id} {...question} />)
}

/** In the place and size of antd's confirm dialog, which measures and animates. */
function Confirm({ before, close, running, notice, ...question }: OpenQuestion) {
  const { t } = useTranslation()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const ok = useRef<HTMLButtonElement>(null)
  const isForButton = question.autoFocusButton === undefined

  // The content may have taken the focus for a field of its own.
  useLayoutEffect(() => {
    if (frame.current?.contains(document.activeElement)) return
    const to = isForButton ? ok.current : frame.current?.querySelector<HTMLElement>(canHaveFocus)
    to?.focus({ preventScroll: true })
  }, [isForButton])

  // After its own elements are gone: what has opened meanwhile keeps the focus.
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      focusCurrentRow()
    },
    [before],
  )

  return (
    <ModalLayer
      ref={frame}
      look="sr-confirm"
      labelledBy={id}
      width={question.width}
      closesBeside={question.mask !== undefined}
      onClose={() => {
        if (!running && !notice) close()
      }}
    >
      <div className="sr-confirm-body">
        {!notice && icon}
        <div className="sr-confirm-text">
          <h2 id={id}>{question.title}</h2>
          <div>{question.content}</div>
        </div>
      </div>
      <div className="sr-confirm-buttons">
        {!notice && (
          <Button disabled={running} onClick={close}>
            {t('common.cancel')}
          </Button>
        )}
        <Button
          ref={ok}
          type="primary"
          danger={question.okButtonProps?.danger ?? false}
          loading={running}
          onClick={question.onOk ?? close}
        >
          {question.okText}
        </Button>
      </div>
    </ModalLayer>
  )
}

const icon = <ExclamationCircleFilled className="sr-confirm-icon" aria-hidden />
