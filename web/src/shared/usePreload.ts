import { useEffect } from 'react'
import { type PartLoader, preload } from '../api/parts.ts'

/** Loads what a click leads to once the list is there: after the first rows, before the first click. */
export function usePreload(ready: boolean, load: PartLoader<unknown>): void {
  useEffect(() => {
    if (ready) preload(load)
  }, [ready, load])
}
