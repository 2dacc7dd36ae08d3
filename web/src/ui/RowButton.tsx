import type { ReactNode } from 'react'
import './ui.css'

interface RowButtonProps {
  children: ReactNode
  onClick: () => void
  danger?: boolean
  disabled?: boolean
  /** For what is on or off. */
  pressed?: boolean
  /** What it is called where its words alone do not say on what. */
  label?: string
}

/** A list has thirty of them, drawn anew with every reload: the kit's button is too dear for that. */
export function RowButton(props: RowButtonProps) {
  const { children, onClick, danger = false, disabled = false, pressed, label } = props
  return (
    <button
      type="button"
      className={danger ? 'sr-row-button sr-row-danger' : 'sr-row-button'}
      disabled={disabled}
      aria-pressed={pressed}
      aria-label={label}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
