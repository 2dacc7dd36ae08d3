import { type Permission, withSeeing } from '@screening-room/contract/permissions'
import { roleCalls, type TeamRole } from '@screening-room/contract/roles'
import { Button, Checkbox } from 'antd'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { may } from '../../api/permissions.ts'
import { useBackFocus } from '../../shared/useBackFocus.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { isComposing } from '../../ui/is-composing.ts'
import { TextField } from '../../ui/TextField.tsx'
import { permissionGroups } from './permission-groups.ts'
import type { useRoleChange } from './useRoleChange.ts'

interface RoleFormProps {
  /** Undefined: a new one. */
  role: TeamRole | undefined
  changes: ReturnType<typeof useRoleChange>
  onClose: () => void
}

/** The name of a role and what it may do: at most what the person may do who makes it. */
export function RoleForm({ role, changes, onClose }: RoleFormProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(role?.name ?? '')
  const [chosen, setChosen] = useState<Permission[]>(role?.permissions ?? [])
  const [tried, setTried] = useState(false)
  useBackFocus()
  const title = role ? t('teamRoles.changeOf', { name: role.name ?? '' }) : t('teamRoles.create')

  const toggle = (one: Permission, on: boolean) =>
    setChosen(on ? withSeeing([...chosen, one]) : chosen.filter((kept) => kept !== one))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '' || chosen.length === 0 || changes.running) return
    const given = { name, permissions: chosen }
    const saved = role
      ? await changes.run(roleCalls.change, { role: role.key, ...given }, t('teamRoles.changed'))
      : await changes.run(roleCalls.create, given, t('teamRoles.created'))
    if (saved) onClose()
  }
  const onKey = (event: KeyboardEvent) => {
    if (!isComposing(event) && event.key === 'Escape') onClose()
  }
  const isSeeing = (one: Permission) =>
    withSeeing(chosen.filter((kept) => kept !== one)).includes(one)

  return (
    <form
      className="sr-team-panel"
      aria-label={title}
      onSubmit={(event) => void submit(event)}
      onKeyDown={onKey}
    >
      <h2>{title}</h2>
      <TextField
        autoFocus
        label={t('teamRoles.name')}
        wrong={tried && name.trim() === '' ? t('people.required') : undefined}
        value={name}
        maxLength={40}
        autoComplete="off"
        onChange={setName}
      />
      <p className="sr-muted">{t('teamRoles.seeing')}</p>
      <div className="sr-roles-choices">
        {permissionGroups.map(({ group, items }) => (
          <fieldset key={group}>
            <legend>{t(`teamRoles.groups.${group}`)}</legend>
            {items.map((one) => (
              <Checkbox
                key={one}
                checked={chosen.includes(one)}
                disabled={!may(one) || (chosen.includes(one) && isSeeing(one))}
                title={t(may(one) ? `teamRoles.why.${one}` : 'teamRoles.notYours')}
                onChange={({ target }) => toggle(one, target.checked)}
              >
                {t(`teamRoles.what.${one}`)}
              </Checkbox>
            ))}
          </fieldset>
        ))}
      </div>
      <p className="sr-error" aria-live="polite">
        {tried && chosen.length === 0 ? t('teamRoles.none') : ''}
      </p>
      <div className="sr-team-buttons">
        <Button type="primary" htmlType="submit" loading={changes.running}>
          {t('teamRoles.save')}
        </Button>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
      </div>
    </form>
  )
}
