import { useEffect } from 'react'
import { type PartLoader, preload } from '../api/parts.ts'
import { useFirstViewPainted } from './first-view.ts'

/** Loads what a click leads to once the list is there: after the first rows, before the first click. */
export function usePreload(ready: boolean, load: PartLoader<unknown>): void {
  const wanted = useFirstViewPainted() && ready
  useEffect(() => {
    if (wanted) preload(load)
  }, [wanted, load])
}
