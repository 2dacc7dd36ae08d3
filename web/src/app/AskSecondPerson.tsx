import { confirmationCalls } from '@screening-room/contract/confirmations'
import { longestAskReason } from '@screening-room/contract/four-eyes'
import { isBlank } from '@screening-room/contract/review'
import { Modal } from 'antd'
import { useState } from 'react'
import type { Wish } from '../shared/second-person.ts'
import { useAction } from '../shared/useAction.ts'
import { useHiddenCharacters } from '../shared/useHiddenCharacters.ts'
import { useTranslation } from '../texts/i18n.ts'
import { TextField } from '../ui/TextField.tsx'

/** What was just tried needs a second person: one is asked for, with a reason. */
export default function AskSecondPerson({ wish, onClose }: { wish: Wish; onClose: () => void }) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const hidden = useHiddenCharacters()
  const ask = useAction(confirmationCalls.ask, {
    done: 'confirmations.asked',
    failed: { plain: 'confirmations.askFailed' },
    reload: [confirmationCalls.list, confirmationCalls.alerts],
  })
  const wrong =
    tried && isBlank(reason)
      ? t('people.required')
      : hidden(t('confirmations.reason'), reason, 'many lines')
  const submit = async () => {
    setTried(true)
    if (isBlank(reason) || wrong) return
    const { call, fields, onAsked } = wish
    if (await ask.run({ call, fields, reason })) return
    onClose()
    onAsked?.()
  }
  return (
    <Modal
      open
      // Above the dialog in which it was tried.
      zIndex={1200}
      title={t('confirmations.askTitle')}
      okText={t('confirmations.ask')}
      cancelText={t('common.cancel')}
      confirmLoading={ask.running}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p>{t('confirmations.askText')}</p>
      <TextField
        autoFocus
        label={t('confirmations.reason')}
        wrong={wrong}
        value={reason}
        maxLength={longestAskReason}
        autoComplete="off"
        onChange={setReason}
        onPressEnter={() => void submit()}
      />
    </Modal>
  )
}
