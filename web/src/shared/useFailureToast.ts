import { App } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import type { ApiFailure } from '../api/failure.ts'

/** Shows a failed read once, however often the component renders. */
export function useFailureToast(failure: ApiFailure | null, text: string) {
  const { message } = App.useApp()
  const showToast = useEffectEvent(() => message.error(text))
  useEffect(() => {
    if (failure && failure.kind !== 'signedOut') showToast()
  }, [failure])
}
