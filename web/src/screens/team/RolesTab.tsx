import { PlusOutlined } from '@ant-design/icons'
import { isBuiltIn } from '@screening-room/contract/permissions'
import { roleCalls, type TeamRole } from '@screening-room/contract/roles'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { Failure } from '../../shared/Failure.tsx'
import { useConfirm } from '../../shared/useConfirm.ts'
import { useRoleLabel } from '../../shared/useRoleLabel.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { RowButton } from '../../ui/RowButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { PermissionTable } from './PermissionTable.tsx'
import { RoleForm } from './RoleForm.tsx'
import { useRoleChange } from './useRoleChange.ts'
import { useMayGive } from './useRoleOptions.ts'
import './roles.css'

/** Which role may do what, and why; roles of one's own are made here. */
export default function RolesTab() {
  const { t } = useTranslation()
  const reading = useCall(roleCalls.list, {}, { every: 30_000 })
  const roles = reading.data?.data
  const [edited, setEdited] = useState<TeamRole | 'new'>()
  const changes = useRoleChange()
  return (
    <>
      <div className="sr-roles-head">
        <p className="sr-muted">{t('teamRoles.intro')}</p>
        <Button
          type="primary"
          icon={<PlusOutlined aria-hidden />}
          aria-expanded={edited === 'new'}
          onClick={() => setEdited(edited === 'new' ? undefined : 'new')}
        >
          {t('teamRoles.create')}
        </Button>
      </div>
      {edited && (
        <RoleForm
          key={edited === 'new' ? '' : edited.key}
          role={edited === 'new' ? undefined : edited}
          changes={changes}
          onClose={() => setEdited(undefined)}
        />
      )}
      {reading.isError && (
        <Failure text={t('teamRoles.failed')} failure={reading.error} retry={reading.refetch} />
      )}
      {reading.isPending && <Skeleton rows={8} />}
      {roles && (
        <PermissionTable
          roles={roles}
          head={(role) => <OwnRole role={role} changes={changes} onEdit={() => setEdited(role)} />}
          onSecondFactor={(role, required) =>
            void changes.run(
              roleCalls.setSecondFactor,
              { role: role.key, required: required ? 'true' : 'false' },
              t('teamRoles.changed'),
            )
          }
          onFourEyes={(role, acts) =>
            void changes.run(
              roleCalls.setFourEyes,
              { role: role.key, acts },
              t('teamRoles.changed'),
            )
          }
        />
      )}
      {changes.dialog}
    </>
  )
}

interface OwnRoleProps {
  role: TeamRole
  changes: ReturnType<typeof useRoleChange>
  onEdit: () => void
}

/** What can be done with a role: nothing with those that come with the product. */
function OwnRole({ role, changes, onEdit }: OwnRoleProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const mayGive = useMayGive()
  const name = useRoleLabel()(role.key, role.name)
  if (isBuiltIn(role.key) || !mayGive(role)) return null
  const remove = async () => {
    // The question closes first: the password may be asked for.
    void changes.run(roleCalls.remove, { role: role.key }, t('teamRoles.removed'))
    return undefined
  }
  return (
    <span className="sr-roles-actions">
      <RowButton label={t('teamRoles.changeOf', { name })} onClick={onEdit}>
        {t('teamRoles.change')}
      </RowButton>
      {role.accounts === 0 && (
        <RowButton
          danger
          label={t('teamRoles.removeOf', { name })}
          onClick={() =>
            void confirm({
              title: t('teamRoles.removeTitle', { name }),
              content: t('teamRoles.removeText'),
              okText: t('teamRoles.remove'),
              okButtonProps: { danger: true },
              act: remove,
            })
          }
        >
          {t('teamRoles.remove')}
        </RowButton>
      )}
    </span>
  )
}
