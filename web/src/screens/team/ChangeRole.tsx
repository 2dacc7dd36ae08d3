import { needsSecondPerson } from '@screening-room/contract/four-eyes'
import { roleCalls, type TeamRole } from '@screening-room/contract/roles'
import { type TeamAccount, teamCalls } from '@screening-room/contract/team'
import { Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { useAction } from '../../shared/useAction.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { useRoleOptions } from './useRoleOptions.ts'

interface ChangeRoleProps {
  account: TeamAccount
  roles: TeamRole[]
  onClose: () => void
}

export function ChangeRole({ account, roles, onClose }: ChangeRoleProps) {
  const { t } = useTranslation()
  const field = useId()
  const { id, nickName: name } = account
  const [role, setRole] = useState(account.role)
  const options = useRoleOptions(roles)
  const change = useAction(teamCalls.setRole, {
    done: 'people.team.roleChanged',
    failed: { plain: 'people.team.roleFailed' },
    // A role that nobody has any more can be removed.
    reload: [teamCalls.list, roleCalls.list],
  })
  const submit = async () => {
    const failure = role === account.role ? undefined : await change.run({ id, role })
    if (!failure || failure.code === needsSecondPerson) onClose()
  }
  return (
    <Modal
      open
      title={t('teamRoles.chooseOf', { name })}
      okText={t('teamRoles.choose')}
      okButtonProps={{ disabled: role === account.role }}
      cancelText={t('common.cancel')}
      confirmLoading={change.running}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <div className="sr-field">
        <label htmlFor={field}>{t('people.role')}</label>
        <Select id={field} value={role} options={options} onChange={setRole} />
      </div>
      <p className="sr-muted">{t('people.team.roleText')}</p>
    </Modal>
  )
}
