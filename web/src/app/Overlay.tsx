import { type ReactNode, useLayoutEffect, useRef } from 'react'
import './overlay.css'

interface OverlayProps {
  label: string
  onClose: () => void
  children: ReactNode
}

/** The browser's own modal dialog: it keeps the focus inside, closes on Escape, and gives the focus back. */
export function Overlay({ label, onClose, children }: OverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // A layout effect: it closes the dialog, which gives the focus back, while it is still in the page.
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too
    <dialog
      ref={dialog}
      className="sr-overlay"
      aria-label={label}
      // The browser would hide it first and tell later: a key pressed in between would be lost.
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      {children}
    </dialog>
  )
}
