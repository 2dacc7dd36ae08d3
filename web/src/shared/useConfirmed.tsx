import { longestPassword } from '@screening-room/contract/account'
import { factorCalls } from '@screening-room/contract/factors'
import { Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { send } from '../api/client.ts'
import { asFailure } from '../api/failure.ts'
import { useTranslation } from '../texts/i18n.ts'
import { TextField } from '../ui/TextField.tsx'

/** What the server says where the password was typed too long ago. */
const needsPassword = 428

interface Confirmed {
  /** Does it, after asking for the password where that is needed; undefined where nobody typed it. */
  run: <T>(work: () => Promise<T>) => Promise<T | undefined>
  dialog: ReactNode
}

/** For changes that the server makes only shortly after the password was typed. */
export function useConfirmed(): Confirmed {
  const [answer, setAnswer] = useState<(confirmed: boolean) => void>()
  const ask = () =>
    new Promise<boolean>((resolve) => {
      setAnswer(() => (confirmed: boolean) => {
        setAnswer(undefined)
        resolve(confirmed)
      })
    })
  return {
    run: async (work) => {
      try {
        return await work()
      } catch (thrown) {
        const failure = asFailure(thrown)
        if (failure.kind !== 'refused' || failure.code !== needsPassword) throw failure
        return (await ask()) ? work() : undefined
      }
    },
    dialog: answer && <PasswordDialog onAnswer={answer} />,
  }
}

function PasswordDialog({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [running, setRunning] = useState(false)
  const submit = async () => {
    if (running) return
    if (password === '') return setWrong(t('people.required'))
    setRunning(true)
    try {
      await send(factorCalls.confirm, { password })
      onAnswer(true)
    } catch (thrown) {
      setWrong(asFailure(thrown).serverMessage ?? t('factors.confirmFailed'))
      setRunning(false)
    }
  }
  return (
    <Modal
      open
      title={t('factors.confirmTitle')}
      okText={t('factors.confirm')}
      cancelText={t('common.cancel')}
      confirmLoading={running}
      onOk={() => void submit()}
      onCancel={() => onAnswer(false)}
    >
      <p>{t('factors.confirmText')}</p>
      <TextField
        type="password"
        label={t('people.account.current')}
        wrong={wrong}
        value={password}
        maxLength={longestPassword}
        autoComplete="current-password"
        autoFocus
        onChange={setPassword}
        onPressEnter={() => void submit()}
      />
    </Modal>
  )
}
