import type { ReactNode } from 'react'

interface PlainButtonProps {
  children: ReactNode
  onClick: () => void
  label?: string
  title?: string
  pressed?: boolean
  disabled?: boolean
  className?: string
  /** The key that does the same; empty: none. */
  shortcut?: string
}

/** A click leaves the focus where it is, so that the shortcuts keep working. */
export function PlainButton({ label, pressed, className, shortcut, ...rest }: PlainButtonProps) {
  return (
    <button
      type="button"
      className={className ?? 'sr-row-button'}
      aria-label={label}
      aria-pressed={pressed}
      aria-keyshortcuts={shortcut || undefined}
      onMouseDown={(event) => event.preventDefault()}
      {...rest}
    />
  )
}
