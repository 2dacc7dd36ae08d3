import { type RefObject, useSyncExternalStore } from 'react'

function onChange(changed: () => void) {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

export function useFullscreen(element: RefObject<HTMLElement | null>) {
  const is = useSyncExternalStore(onChange, () => document.fullscreenElement !== null)
  const toggle = () => {
    // Not the rendered state: a second press may come before the next render.
    // Without a user gesture, or on some phones, the request is refused and nothing changes.
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : element.current?.requestFullscreen?.()
    void change?.catch(() => {})
  }
  return { is, toggle }
}
