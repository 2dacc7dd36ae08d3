import { type ReactElement, useEffect, useRef, useState } from 'react'
import { preferences } from '../api/preferences.ts'
import { isComposing } from '../ui/is-composing.ts'

interface Actions {
  onRotateLeft: () => void
  onRotateRight: () => void
  onZoomIn: () => void
  onZoomOut: () => void
}

/** Keys of an enlarged picture: R turns it, Shift R the other way, plus and minus zoom. */
export function usePreviewKeys() {
  const [open, setOpen] = useState(false)
  const actions = useRef<Actions>(undefined)
  useEffect(() => {
    if (!open) return
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return
      if (preferences.keysOff()) return
      const now = actions.current
      if (event.code === 'KeyR') (event.shiftKey ? now?.onRotateLeft : now?.onRotateRight)?.()
      else if (event.key === '+' || event.key === '=') now?.onZoomIn()
      else if (event.key === '-') now?.onZoomOut()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [open])
  return {
    onOpenChange: (next: boolean) => setOpen(next),
    actionsRender(shown: ReactElement, info: { actions: Actions }) {
      actions.current = info.actions
      return shown
    },
  }
}
