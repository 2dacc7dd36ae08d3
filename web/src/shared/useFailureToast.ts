import { App } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import type { ApiFailure } from '../api/failure.ts'

/** A read that failed is told once: another language or another render is no other failure. */
export function useFailureToast(failure: ApiFailure | null, text: string) {
  const { message } = App.useApp()
  const tell = useEffectEvent(() => message.error(text))
  useEffect(() => {
    if (failure && failure.kind !== 'signedOut') tell()
  }, [failure])
}
