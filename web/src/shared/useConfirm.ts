import { needsSecondPerson } from '@screening-room/contract/four-eyes'
import { useEffect, useRef } from 'react'
import { config } from '../api/config.ts'
import type { ApiFailure } from '../api/failure.ts'
import { openQuestion, type Question } from './open-questions.ts'

interface QuestionWithAction extends Question {
  /** Returns undefined if the input is incomplete, after showing why. */
  act: () => Promise<ApiFailure | undefined> | undefined
  /** With it, a failure leaves the dialog open; without it, the dialog closes. */
  onFailure?: (failure: ApiFailure) => void
  onDone?: (() => void) | undefined
}

/** A double click's second click, which would meet what was behind the dialog. */
function ignoreSecondClick() {
  const ignore = (event: MouseEvent) => {
    if (event.detail < 2) return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', ignore, { capture: true })
  setTimeout(() => removeEventListener('click', ignore, { capture: true }), 500)
}

/**
 * A confirm dialog around an action. While it runs, the buttons are disabled and neither Escape
 * nor the mask closes it. It closes with its screen, and the focus goes to its row.
 */
export function useConfirm() {
  const opened = useRef<{ close: () => void }>(undefined)
  useEffect(() => () => opened.current?.close(), [])

  return ({ act, onFailure, onDone, ...question }: QuestionWithAction) => {
    let running = false
    const setRunning = (now: boolean) => {
      running = now
      dialog.setRunning(now)
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
      dialog.close()
      ignoreSecondClick()
      if (!failure) onDone?.()
    }
    const dialog = openQuestion({ ...question, onOk: () => void submit() })
    opened.current = dialog
    return submit
  }
}
