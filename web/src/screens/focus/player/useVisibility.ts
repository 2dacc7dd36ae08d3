import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'

function onVisibility(changed: () => void) {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

export const useTabVisible = () =>
  useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')

/** Whether at least half of it is inside the window. */
export function useInView(element: RefObject<HTMLElement | null>): boolean {
  const [inView, setInView] = useState(true)
  useEffect(() => {
    const observed = element.current
    if (!observed) return
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.at(-1)?.isIntersecting ?? false),
      { threshold: 0.5 },
    )
    observer.observe(observed)
    return () => observer.disconnect()
  }, [element])
  return inView
}
