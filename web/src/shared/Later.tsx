import { type ReactNode, useDeferredValue } from 'react'

/** What a dialog shows besides its facts: rendered after them, so that they do not wait for it. */
export function Later({ children, before = null }: { children: ReactNode; before?: ReactNode }) {
  return useDeferredValue(true, false) ? children : before
}
