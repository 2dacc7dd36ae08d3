import type { AnyCall, InputOf } from '@screening-room/contract/call'
import { roleCalls } from '@screening-room/contract/roles'
import { App } from 'antd'
import { useState } from 'react'
import { send } from '../../api/client.ts'
import { asFailure } from '../../api/failure.ts'
import { reloadCalls } from '../../api/queries.ts'
import { refreshUser } from '../../api/refresh-user.ts'
import { isForSecondPerson } from '../../shared/second-person.ts'
import { useConfirmed } from '../../shared/useConfirmed.tsx'
import { useTranslation } from '../../texts/i18n.ts'

/** Changes roles, after the password where it was typed too long ago. Says whether it was done. */
export function useRoleChange() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { run: confirmed, dialog } = useConfirmed()
  const [running, setRunning] = useState(false)
  const run = async <C extends AnyCall>(
    call: C,
    input: InputOf<C>,
    done: string,
  ): Promise<boolean> => {
    setRunning(true)
    try {
      if ((await confirmed(() => send(call, input))) === undefined) return false
      message.success(done)
      // It may be the person's own role.
      await Promise.all([reloadCalls(roleCalls.list), refreshUser()])
      return true
    } catch (thrown) {
      const failure = asFailure(thrown)
      if (isForSecondPerson(failure, call, input)) return true
      const { kind, serverMessage } = failure
      // What is forbidden is said for every screen.
      if (kind !== 'forbidden') message.error(serverMessage ?? t('teamRoles.changeFailed'))
      return false
    } finally {
      setRunning(false)
    }
  }
  return { run, running, dialog }
}
