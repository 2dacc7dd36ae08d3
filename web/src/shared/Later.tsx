import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { nextFrame } from './first-view.ts'

const waiting = new Set<() => void>()

/** Runs it in the task after the next frame; everything that waits runs together. Returns how to cancel. */
export function afterPaint(run: () => void): () => void {
  if (waiting.size === 0)
    void nextFrame().then(() =>
      setTimeout(() => {
        const all = [...waiting]
        waiting.clear()
        startTransition(() => {
          for (const one of all) one()
        })
      }),
    )
  waiting.add(run)
  return () => void waiting.delete(run)
}

/** What a dialog shows besides its facts: rendered once they are painted, so that they do not wait for it. */
export function Later({ children, before = null }: { children: ReactNode; before?: ReactNode }) {
  const [painted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return painted ? children : before
}
