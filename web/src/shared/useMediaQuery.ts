import { useSyncExternalStore } from 'react'

/** Whether the window matches a media query. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}

/** Rows, filters and the menu are laid out for a phone. */
export const usePhone = () => useMediaQuery('(max-width: 639px)')
