import { App, type ModalFuncProps } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiFailure } from '../api/failure.ts'
import { focusCurrentRow } from './row-focus.ts'

interface Question extends Omit<ModalFuncProps, 'onOk' | 'onCancel' | 'afterClose'> {
  /** Nothing where something is missing, which it has then said itself. */
  act: () => Promise<ApiFailure | undefined> | undefined
  /** With it a failure leaves the question open; without it the question closes. */
  onFailure?: (failure: ApiFailure) => void
  onDone?: (() => void) | undefined
}

/**
 * The kit's confirm around an action. While that runs, the buttons are off and neither Escape nor the
 * mask closes it. It goes with its screen, and leaves the focus to the row it was about.
 */
export function useConfirm() {
  const { modal } = App.useApp()
  const { t } = useTranslation()
  const opened = useRef<{ destroy: () => void }>(undefined)
  useEffect(() => () => opened.current?.destroy(), [])

  return ({ act, onFailure, onDone, ...question }: Question) => {
    let running = false
    const hold = (now: boolean) => {
      running = now
      dialog.update((shown) => ({
        ...shown,
        keyboard: !now,
        // One that closes by its mask says so; the others never do.
        ...(shown.mask ? { mask: { closable: !now } } : {}),
        okButtonProps: { ...shown.okButtonProps, loading: now },
        cancelButtonProps: { ...shown.cancelButtonProps, disabled: now },
      }))
    }
    const submit = async () => {
      const acting = running ? undefined : act()
      if (!acting) return
      hold(true)
      const failure = await acting
      if (failure && onFailure) {
        hold(false)
        return onFailure(failure)
      }
      // Still held while it fades: a second click must not act again.
      dialog.destroy()
      if (!failure) onDone?.()
    }
    const dialog = modal.confirm({
      cancelText: t('common.cancel'),
      ...question,
      // Taking `close` keeps antd from closing by itself.
      onOk: (_close: () => void) => void submit(),
      afterClose: focusCurrentRow,
    })
    opened.current = dialog
    return submit
  }
}
