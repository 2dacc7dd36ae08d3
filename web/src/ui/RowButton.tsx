import type { ReactNode } from 'react'
import './ui.css'

interface RowButtonProps {
  children: ReactNode
  onClick: () => void
  danger?: boolean
  disabled?: boolean
}

/** A list has thirty of them, drawn anew with every reload: the kit's button is too dear for that. */
export function RowButton({ children, onClick, danger = false, disabled = false }: RowButtonProps) {
  return (
    <button
      type="button"
      className={danger ? 'sr-row-button sr-row-danger' : 'sr-row-button'}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
