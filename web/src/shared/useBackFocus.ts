import { useEffect, useState } from 'react'

/** When the form closes, the focus goes back to what opened it. */
export function useBackFocus() {
  // An effect is too late: by then the first field has the focus.
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      setTimeout(() => before instanceof HTMLElement && before.isConnected && before.focus())
    },
    [before],
  )
}
