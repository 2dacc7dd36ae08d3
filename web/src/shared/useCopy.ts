import { useState } from 'react'

/** There is no clipboard over plain HTTP, and it may be forbidden: then the text must be there to be selected. */
export function useCopy(text: string) {
  const [state, setState] = useState<'copied' | 'failed'>()
  const copy = () =>
    void Promise.resolve(navigator.clipboard)
      .then((clipboard) => clipboard.writeText(text))
      .then(
        () => setState('copied'),
        () => setState('failed'),
      )
  return { copied: state === 'copied', failed: state === 'failed', copy }
}
