import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { toolsSlotId } from './tools-slot.ts'

/** A screen's own tools, in the top bar. */
export function PageTools({ children }: { children: ReactNode }) {
  // The top bar may mount together with the screen.
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => setSlot(document.getElementById(toolsSlotId)), [])
  return slot && createPortal(children, slot)
}
