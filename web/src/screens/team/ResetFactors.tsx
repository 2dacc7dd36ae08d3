import { type TeamAccount, teamCalls } from '@screening-room/contract/team'
import { App, Modal } from 'antd'
import { useState } from 'react'
import { send } from '../../api/client.ts'
import { asFailure } from '../../api/failure.ts'
import { reloadCalls } from '../../api/queries.ts'
import { useConfirmed } from '../../shared/useConfirmed.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { TextField } from '../../ui/TextField.tsx'

interface ResetFactorsProps {
  account: TeamAccount
  onClose: () => void
}

/** For somebody who lost their phone. The reason is recorded, and shown to them. */
export default function ResetFactors({
  account: { id, nickName: name },
  onClose,
}: ResetFactorsProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const confirmed = useConfirmed()
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [running, setRunning] = useState(false)
  const submit = async () => {
    if (running) return
    if (reason.trim() === '') return setWrong(t('people.required'))
    setRunning(true)
    setWrong(undefined)
    try {
      const done = await confirmed.run(() => send(teamCalls.resetFactors, { id, reason }))
      if (done) {
        message.success(t('factors.team.done'))
        void reloadCalls(teamCalls.list)
        return onClose()
      }
    } catch (thrown) {
      setWrong(asFailure(thrown).serverMessage ?? t('factors.team.failed'))
    }
    setRunning(false)
  }
  return (
    <>
      <Modal
        open
        title={t('factors.team.resetTitle', { name })}
        okText={t('factors.team.reset')}
        okButtonProps={{ danger: true }}
        cancelText={t('common.cancel')}
        confirmLoading={running}
        onOk={() => void submit()}
        onCancel={onClose}
      >
        <p>{t('factors.team.resetText')}</p>
        <TextField
          label={t('factors.team.reason')}
          wrong={wrong}
          value={reason}
          maxLength={200}
          autoFocus
          onChange={setReason}
          onPressEnter={() => void submit()}
        />
      </Modal>
      {confirmed.dialog}
    </>
  )
}
