import { type ReactNode, useId, useRef } from 'react'
import { placePanel } from './place-panel.ts'
import './row-menu.css'

interface RowMenuProps {
  label: string
  /** Buttons; what they open stands outside. */
  children: ReactNode
}

/** A row's rare actions behind one button, so that the row keeps to one line. */
export function RowMenu({ label, children }: RowMenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLFieldSetElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="sr-row-button sr-row-menu-button"
        popoverTarget={id}
        aria-label={label}
        title={label}
      >
        ⋯
      </button>
      <fieldset
        ref={panel}
        id={id}
        popover="auto"
        className="sr-row-menu"
        aria-label={label}
        onBeforeToggle={() => placePanel(panel.current, button.current)}
        // Before the button acts: the focus is back in the row when a dialog opens, and returns there.
        onClickCapture={() => panel.current?.hidePopover()}
      >
        {children}
      </fieldset>
    </>
  )
}
