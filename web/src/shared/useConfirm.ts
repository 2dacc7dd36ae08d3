import { needsSecondPerson } from '@screening-room/contract/four-eyes'
import { App, type ModalFuncProps } from 'antd'
import { useEffect, useRef } from 'react'
import { config } from '../api/config.ts'
import type { ApiFailure } from '../api/failure.ts'
import { useTranslation } from '../texts/i18n.ts'
import { focusCurrentRow } from './row-focus.ts'

interface Question extends Omit<ModalFuncProps, 'onOk' | 'onCancel' | 'afterClose'> {
  /** Returns undefined if the input is incomplete, after showing why. */
  act: () => Promise<ApiFailure | undefined> | undefined
  /** With it, a failure leaves the dialog open; without it, the dialog closes. */
  onFailure?: (failure: ApiFailure) => void
  onDone?: (() => void) | undefined
}

/**
 * antd's confirm dialog around an action. While it runs, the buttons are disabled and neither Escape
 * nor the mask closes it. It closes with its screen, and the focus goes to its row.
 */
export function useConfirm() {
  const { modal } = App.useApp()
  const { t } = useTranslation()
  const opened = useRef<{ destroy: () => void }>(undefined)
  useEffect(() => () => opened.current?.destroy(), [])

  return ({ act, onFailure, onDone, ...question }: Question) => {
    let running = false
    const setRunning = (now: boolean) => {
      running = now
      dialog.update((shown) => ({
        ...shown,
        keyboard: !now,
        // Only a dialog that closes by its mask has this setting.
        ...(shown.mask ? { mask: { closable: !now } } : {}),
        okButtonProps: { ...shown.okButtonProps, loading: now },
        cancelButtonProps: { ...shown.cancelButtonProps, disabled: now },
      }))
    }
    const submit = async () => {
      const acting = running ? undefined : act()
      if (!acting) return
      setRunning(true)
      const failure = await acting
      // A second person is asked for in a dialog of its own.
      const isAsked = config().ours && failure?.code === needsSecondPerson
      if (failure && onFailure && !isAsked) {
        setRunning(false)
        return onFailure(failure)
      }
      // Still disabled while it fades out: a second click must not act again.
      dialog.destroy()
      if (!failure) onDone?.()
    }
    const dialog = modal.confirm({
      cancelText: t('common.cancel'),
      ...question,
      // With a `close` parameter antd does not close it by itself.
      onOk: (_close: () => void) => void submit(),
      afterClose: focusCurrentRow,
    })
    opened.current = dialog
    return submit
  }
}
