import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { canHaveFocus, ModalLayer } from '../ui/ModalFrame.tsx'
import './overlay.css'

interface OverlayProps {
  label: string
  onClose: () => void
  children: ReactNode
}

/** Over everything else: it takes the focus, and gives it back. */
export function Overlay({ label, onClose, children }: OverlayProps) {
  const frame = useRef<HTMLDivElement>(null)
  // A layout effect: it gives the focus back before another one, which replaces it, takes it.
  useLayoutEffect(() => {
    const before = document.activeElement
    frame.current?.querySelector<HTMLElement>(canHaveFocus)?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <ModalLayer ref={frame} look="sr-overlay" label={label} onClose={onClose}>
      {children}
    </ModalLayer>
  )
}
