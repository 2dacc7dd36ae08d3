import { type RefObject, useSyncExternalStore } from 'react'

function onChange(changed: () => void) {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

export function useFullscreen(element: RefObject<HTMLElement | null>) {
  const is = useSyncExternalStore(onChange, () => document.fullscreenElement !== null)
  const toggle = () => {
    // What is now, not what was drawn last: a second press may come before the frame that shows it.
    // Refused without a gesture, and absent on some phones: then it stays as it is.
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : element.current?.requestFullscreen?.()
    void change?.catch(() => {})
  }
  return { is, toggle }
}
