import { createContext, type ReactNode, useContext } from 'react'

/** How much of the overview is there: what stands at the top, the rest unseen while it is read, or all of it. */
export const Stage = createContext<'head' | 'reading' | 'all'>('all')

/** What stands below the first figures. */
export function Below({ children }: { children: ReactNode }) {
  const stage = useContext(Stage)
  if (stage === 'head') return null
  return (
    <div className="sr-overview-below" hidden={stage === 'reading'}>
      {children}
    </div>
  )
}
