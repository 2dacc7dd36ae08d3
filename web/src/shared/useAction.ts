import type { AnyCall, InputOf, OutputOf } from '@screening-room/contract/call'
import { historyCalls } from '@screening-room/contract/history'
import { App } from 'antd'
import { useRef, useState } from 'react'
import { newKey, send } from '../api/client.ts'
import { ApiFailure, asFailure } from '../api/failure.ts'
import { reloadCalls, rereadCalls } from '../api/queries.ts'
import { type TextKey, useTranslation } from '../texts/i18n.ts'
import { isForSecondPerson } from './second-person.ts'

interface ActionOptions<C extends AnyCall> {
  /** The toast when it worked. */
  done?: TextKey
  /** What is done with the response. */
  onAnswer?: (answer: OutputOf<C>, input: InputOf<C>) => void
  /** The toast when it failed. `withMessage` wraps the server's message, which is shown alone otherwise. */
  failed: { plain: TextKey; withMessage?: 'errors.approveFailed' | 'errors.rejectFailed' }
  /** The calls to read again, besides history and pending counts. */
  reload: readonly AnyCall[]
}

export interface Action<C extends AnyCall> {
  running: boolean
  /** Resolves with undefined when it worked, else with the failure, which a toast has shown. */
  run: (input: InputOf<C>) => Promise<ApiFailure | undefined>
}

/** A change that runs once however often it is clicked, shows its result and reloads the list. */
export function useAction<C extends AnyCall>(call: C, options: ActionOptions<C>): Action<C> {
  const { message } = App.useApp()
  const { t } = useTranslation()
  // A second click comes before React has rendered the disabled button.
  const busy = useRef(false)
  const [running, setRunning] = useState(false)
  // While the result of an attempt is unknown, the same input goes out under the same key.
  const unconfirmed = useRef<{ input: string; key: string }>(undefined)

  const changed = [...options.reload, historyCalls.list, historyCalls.pending]

  const messageOf = (failure: ApiFailure) => {
    const { plain, withMessage } = options.failed
    if (failure.kind !== 'refused') return t(plain)
    if (withMessage)
      return t(withMessage, { message: failure.serverMessage ?? t('errors.unknown') })
    return failure.serverMessage ?? t(plain)
  }
  const showFailure = async (failure: ApiFailure) => {
    if (failure.kind === 'signedOut' || failure.kind === 'forbidden') return
    if (failure.kind === 'unconfirmed') {
      // The current state is on the screen before the toast says so.
      const read = await rereadCalls(...changed)
      failure.shownMessage = t(read ? 'errors.unconfirmed' : 'errors.unconfirmedUnread')
      return message.warning(failure.shownMessage)
    }
    failure.shownMessage = messageOf(failure)
    message.error(failure.shownMessage)
  }

  const run = async (input: InputOf<C>): Promise<ApiFailure | undefined> => {
    if (busy.current) return new ApiFailure('cancelled')
    busy.current = true
    setRunning(true)
    const written = JSON.stringify(input)
    if (unconfirmed.current?.input !== written)
      unconfirmed.current = { input: written, key: newKey() }
    let failure: ApiFailure | undefined
    try {
      const answer = await send(call, input, { key: unconfirmed.current.key })
      if (options.done) message.success(t(options.done))
      options.onAnswer?.(answer, input)
    } catch (thrown) {
      failure = asFailure(thrown)
      if (!isForSecondPerson(failure, call, input)) await showFailure(failure)
    }
    if (failure?.kind !== 'unconfirmed') unconfirmed.current = undefined
    busy.current = false
    setRunning(false)
    if (failure?.kind !== 'signedOut' && failure?.kind !== 'unconfirmed')
      void reloadCalls(...changed)
    return failure
  }

  return { running, run }
}
