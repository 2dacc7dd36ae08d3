import type { AnyCall, InputOf } from '@screening-room/contract/call'
import { historyCalls } from '@screening-room/contract/history'
import { App } from 'antd'
import type { ParseKeys } from 'i18next'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newKey, send } from '../api/client.ts'
import { ApiFailure, asFailure } from '../api/failure.ts'
import { reloadCalls, rereadCalls } from '../api/queries.ts'

type TextKey = ParseKeys

interface ActionOptions {
  /** The toast when it worked. */
  done: TextKey
  /** The toast when it did not. `said` wraps the server's sentence; without it that stands alone. */
  failed: { plain: TextKey; said?: 'errors.approveFailed' | 'errors.rejectFailed' }
  /** The calls whose answers it changes, besides history and pending counts. */
  reload: readonly AnyCall[]
}

export interface Action<C extends AnyCall> {
  running: boolean
  /** Resolves with nothing when it worked, else with why not (already told in a toast). */
  run: (input: InputOf<C>) => Promise<ApiFailure | undefined>
}

/** A change, once: however often it is clicked, it runs once, tells its result and reloads the list. */
export function useAction<C extends AnyCall>(call: C, options: ActionOptions): Action<C> {
  const { message } = App.useApp()
  const { t } = useTranslation()
  // A second click comes before React has rendered the disabled button.
  const busy = useRef(false)
  const [running, setRunning] = useState(false)
  // While the result of an attempt is unknown, the same input goes out under the same key.
  const unsettled = useRef<{ input: string; key: string }>(undefined)

  const changed = [...options.reload, historyCalls.list, historyCalls.pending]

  const sentence = (failure: ApiFailure) => {
    const { plain, said } = options.failed
    if (failure.kind !== 'refused') return t(plain)
    if (said) return t(said, { message: failure.said ?? t('errors.unknown') })
    return failure.said ?? t(plain)
  }
  const tell = async (failure: ApiFailure) => {
    if (failure.kind === 'signedOut' || failure.kind === 'forbidden') return
    if (failure.kind === 'unconfirmed') {
      // "What the server says now" is on the screen before anybody is told so.
      const read = await rereadCalls(...changed)
      failure.told = t(read ? 'errors.unconfirmed' : 'errors.unconfirmedUnread')
      return message.warning(failure.told)
    }
    failure.told = sentence(failure)
    message.error(failure.told)
  }

  const run = async (input: InputOf<C>): Promise<ApiFailure | undefined> => {
    if (busy.current) return new ApiFailure('cancelled')
    busy.current = true
    setRunning(true)
    const written = JSON.stringify(input)
    if (unsettled.current?.input !== written) unsettled.current = { input: written, key: newKey() }
    let failure: ApiFailure | undefined
    try {
      await send(call, input, { key: unsettled.current.key })
      message.success(t(options.done))
    } catch (thrown) {
      failure = asFailure(thrown)
      await tell(failure)
    }
    if (failure?.kind !== 'unconfirmed') unsettled.current = undefined
    busy.current = false
    setRunning(false)
    if (failure?.kind !== 'signedOut' && failure?.kind !== 'unconfirmed')
      void reloadCalls(...changed)
    return failure
  }

  return { running, run }
}
