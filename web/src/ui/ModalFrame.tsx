import { CloseOutlined } from '@ant-design/icons'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react'
import { createPortal } from 'react-dom'
import { isComposing } from './is-composing.ts'
import './modal-frame.css'

interface ModalLayerProps {
  /** Its name, or the ID of its heading. */
  label?: string
  labelledBy?: string
  /** The class of the frame; the mask's is this and `-mask`. */
  look: string
  onClose: () => void
  /** Whether a click beside it closes it. */
  closesBeside?: boolean
  /** In pixels, where the frame's class does not say it. */
  width?: number | undefined
  children: ReactNode
  ref?: Ref<HTMLDivElement>
}

export const canHaveFocus =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, video, [tabindex="0"]'

/** Escape closes the list of a select first, which lies outside; the palette's list is its content. */
function hasListOpen({ target }: KeyboardEvent, frame: HTMLElement): boolean {
  const field = target as Element
  if (!field.matches('[role="combobox"][aria-expanded="true"]')) return false
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  return !frame.contains(list)
}

/** Tab goes round inside; anything else would lead behind the dialog. */
function keepInside(event: KeyboardEvent, frame: HTMLElement): void {
  const all = [...frame.querySelectorAll<HTMLElement>(canHaveFocus)].filter((one) =>
    one.checkVisibility(),
  )
  const [first, last] = [all[0], all.at(-1)]
  const { activeElement } = document
  const isAtEnd = event.shiftKey
    ? activeElement === first || !all.some((one) => one === activeElement)
    : activeElement === last
  if (!isAtEnd) return
  event.preventDefault()
  const next = event.shiftKey ? last : first
  next?.focus()
}

/**
 * What is over the page until Escape or a click beside it closes it. Not the browser's own modal
 * dialog: that one makes the rest of the page inert, and the whole page's style is calculated again.
 */
export function ModalLayer(props: ModalLayerProps) {
  const { look, onClose, closesBeside = true, width, children, ref, ...name } = props
  const frame = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => frame.current as HTMLDivElement)
  const pressedBeside = useRef(false)
  // Layers above it are its children to React, but not to the page: their keys are their own.
  const isOwn = ({ target }: KeyboardEvent) => frame.current?.contains(target as Node) === true
  const onKeyDown = (event: KeyboardEvent) => {
    if (!frame.current || !isOwn(event) || isComposing(event)) return
    if (event.key === 'Tab') keepInside(event, frame.current)
    if (event.key === 'Escape' && !event.defaultPrevented && !hasListOpen(event, frame.current)) {
      event.stopPropagation()
      onClose()
    }
  }
  // A button that had the focus may be gone: then keys go to the page itself.
  useEffect(() => {
    const onLostKey = ({ key, target }: globalThis.KeyboardEvent) => {
      const top = [...document.querySelectorAll('[role="dialog"]')].at(-1)
      if (key === 'Escape' && target === document.body && top === frame.current) onClose()
    }
    document.addEventListener('keydown', onLostKey)
    return () => document.removeEventListener('keydown', onLostKey)
  }, [onClose])
  const isBeside = ({ target, currentTarget }: MouseEvent) => target === currentTarget
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and the cross do the same
    <div
      className={`${look}-mask`}
      // A selection that ends beside the dialog is not a click beside it.
      onMouseDown={(event) => {
        pressedBeside.current = isBeside(event)
      }}
      onClick={(event) => closesBeside && pressedBeside.current && isBeside(event) && onClose()}
      onKeyDown={onKeyDown}
    >
      <div
        ref={frame}
        role="dialog"
        aria-modal="true"
        aria-label={name.label}
        aria-labelledby={name.labelledBy}
        tabIndex={-1}
        className={look}
        style={width ? { width } : undefined}
      >
        {children}
      </div>
    </div>,
    document.body,
  )
}

interface ModalFrameProps {
  /** The ID of its heading. */
  labelledBy: string
  closeLabel: string
  onClose: () => void
  children: ReactNode
}

/**
 * A modal dialog in the place and size of antd's, which measures and animates: a reviewer who opens
 * hundreds a day waits for neither. Escape, a click beside it and its cross close it.
 */
export function ModalFrame({ labelledBy, closeLabel, onClose, children }: ModalFrameProps) {
  return (
    <ModalLayer look="sr-modal" labelledBy={labelledBy} onClose={onClose}>
      {children}
      <button type="button" className="sr-modal-close" aria-label={closeLabel} onClick={onClose}>
        {cross}
      </button>
    </ModalLayer>
  )
}

const cross = <CloseOutlined aria-hidden />
