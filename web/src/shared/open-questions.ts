import { type ReactNode, useSyncExternalStore } from 'react'

/* The questions on the screen, the newest on top. `OpenQuestions` draws them; `useConfirm` asks them. */

export interface Question {
  title: string
  content?: ReactNode
  okText: string
  okButtonProps?: { danger: boolean }
  /** The first field gets the focus instead of the button. */
  autoFocusButton?: null
  /** A click beside it closes it, too. */
  mask?: { closable: true }
  /** In pixels; 416 without it. */
  width?: number
}

export interface OpenQuestion extends Question {
  id: number
  /** Nothing to decide: one button, and only that one closes it. */
  notice?: true
  running: boolean
  /** What had the focus. */
  before: Element | null
  /** Without it the button closes. */
  onOk?: () => void
  close: () => void
}

let questions: readonly OpenQuestion[] = []
let lastId = 0
const listeners = new Set<() => void>()

function setQuestions(next: readonly OpenQuestion[]) {
  questions = next
  for (const listener of listeners) listener()
}

type Asked = Question & Pick<OpenQuestion, 'notice' | 'onOk'>

export function openQuestion(asked: Asked) {
  lastId += 1
  const id = lastId
  const close = () => setQuestions(questions.filter((one) => one.id !== id))
  const before = document.activeElement
  setQuestions([...questions, { ...asked, id, running: false, before, close }])
  return {
    close,
    setRunning: (running: boolean) =>
      setQuestions(questions.map((one) => (one.id === id ? { ...one, running } : one))),
  }
}

export function useOpenQuestions(): readonly OpenQuestion[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => questions,
  )
}
