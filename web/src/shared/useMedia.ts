import { useSyncExternalStore } from 'react'

/** Whether the window matches a media query. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}

/** A phone: one thumb, one column. */
export const usePhone = () => useMedia('(max-width: 639px)')
