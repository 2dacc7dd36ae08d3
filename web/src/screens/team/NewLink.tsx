import { needsSecondPerson } from '@screening-room/contract/four-eyes'
import { isEmail, type teamCalls } from '@screening-room/contract/team'
import { Modal } from 'antd'
import { useState } from 'react'
import type { Action } from '../../shared/useAction.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { EmailField } from './EmailField.tsx'

interface NewLinkProps {
  id: number
  name: string
  create: Action<typeof teamCalls.newLink>
  onClose: () => void
}

/** Where mail is sent, a new link asks where to. */
export function NewLink({ id, name, create, onClose }: NewLinkProps) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [tried, setTried] = useState(false)
  const submit = async () => {
    setTried(true)
    const to = email.trim()
    if (to !== '' && !isEmail(to)) return
    const failure = await create.run({ id, ...(to && { email: to }) })
    if (!failure || failure.code === needsSecondPerson) onClose()
  }
  return (
    <Modal
      open
      title={t('people.team.linkOf', { name })}
      okText={t('people.team.createLink')}
      cancelText={t('common.cancel')}
      confirmLoading={create.running}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p>{t('people.team.newLinkText')}</p>
      <EmailField
        autoFocus
        value={email}
        tried={tried}
        onChange={setEmail}
        onPressEnter={() => void submit()}
      />
    </Modal>
  )
}
