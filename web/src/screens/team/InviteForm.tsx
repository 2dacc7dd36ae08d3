import type { TeamRole } from '@screening-room/contract/roles'
import { isEmail, teamCalls } from '@screening-room/contract/team'
import { Button, Select } from 'antd'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { config } from '../../api/config.ts'
import type { ShownLink } from '../../shared/MadeLink.tsx'
import { useAction } from '../../shared/useAction.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { isComposing } from '../../ui/is-composing.ts'
import { TextField } from '../../ui/TextField.tsx'
import { EmailField } from './EmailField.tsx'
import { useRoleOptions } from './useRoleOptions.ts'

interface InviteFormProps {
  roles: TeamRole[]
  onLink: (link: ShownLink) => void
  onClose: () => void
}

export function InviteForm({ roles, onLink, onClose }: InviteFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const [nickName, setNickName] = useState('')
  const [phone, setPhone] = useState('')
  const [role, setRole] = useState('reviewer')
  const [email, setEmail] = useState('')
  const [tried, setTried] = useState(false)
  const invite = useAction(teamCalls.invite, {
    done: 'people.team.invited',
    failed: { plain: 'people.team.inviteFailed' },
    reload: [teamCalls.list],
    onAnswer: ({ data }) => onLink({ name: nickName.trim(), ...data }),
  })
  const required = (value: string) =>
    tried && value.trim() === '' ? t('people.required') : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const to = email.trim()
    const incomplete = nickName.trim() === '' || phone.trim() === '' || (to !== '' && !isEmail(to))
    if (incomplete || invite.running) return
    void invite.run({
      nickName,
      phone: phone.replace(/[\s-]/g, ''),
      role,
      ...(to && { email: to }),
    })
  }
  const onKey = (event: KeyboardEvent) => {
    if (!isComposing(event) && event.key === 'Escape') onClose()
  }
  return (
    <form
      className="sr-team-panel"
      aria-label={t('people.team.inviteTitle')}
      onSubmit={submit}
      onKeyDown={onKey}
    >
      <h2>{t('people.team.inviteTitle')}</h2>
      <p className="sr-muted">
        {t(config().mail ? 'people.team.inviteMailHint' : 'people.team.inviteHint')}
      </p>
      <div className="sr-team-fields">
        <TextField
          autoFocus
          label={t('people.name')}
          wrong={required(nickName)}
          value={nickName}
          maxLength={40}
          autoComplete="off"
          onChange={setNickName}
        />
        <TextField
          label={t('people.phone')}
          wrong={required(phone)}
          value={phone}
          inputMode="tel"
          maxLength={24}
          autoComplete="off"
          onChange={setPhone}
        />
        <div className="sr-field">
          <label htmlFor={id}>{t('people.role')}</label>
          <Select id={id} value={role} options={useRoleOptions(roles)} onChange={setRole} />
        </div>
        {config().mail && <EmailField value={email} tried={tried} onChange={setEmail} />}
      </div>
      <div className="sr-team-buttons">
        <Button type="primary" htmlType="submit" loading={invite.running}>
          {t('people.team.invite')}
        </Button>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
      </div>
    </form>
  )
}
