import type { ReactNode } from 'react'
import './ui.css'

interface RowButtonProps {
  children: ReactNode
  onClick: () => void
  danger?: boolean
  disabled?: boolean
  /** For a toggle. */
  pressed?: boolean
  /** The accessible name, if the visible text is not enough. */
  label?: string
}

/** A list renders thirty of them with every reload: antd's button is too expensive for that. */
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
