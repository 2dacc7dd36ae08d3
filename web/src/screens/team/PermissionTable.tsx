import { CheckOutlined } from '@ant-design/icons'
import { type FourEyesAct, fourEyesActs } from '@screening-room/contract/four-eyes'
import type { TeamRole } from '@screening-room/contract/roles'
import { Checkbox } from 'antd'
import { Fragment, type ReactNode } from 'react'
import { useRoleLabel } from '../../shared/useRoleLabel.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { Text } from '../../ui/Text.tsx'
import { permissionGroups } from './permission-groups.ts'
import { useMayGive } from './useRoleOptions.ts'

interface PermissionTableProps {
  roles: TeamRole[]
  /** Below the name of a role. */
  head: (role: TeamRole) => ReactNode
  onSecondFactor: (role: TeamRole, required: boolean) => void
  onFourEyes: (role: TeamRole, acts: FourEyesAct[]) => void
}

/** Permissions down, roles across; on a phone the roles below each permission. It scrolls sideways where there are many. */
export function PermissionTable({ roles, head, onSecondFactor, onFourEyes }: PermissionTableProps) {
  const { t } = useTranslation()
  const roleLabel = useRoleLabel()
  const mayGive = useMayGive()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys
    <section className="sr-roles-frame" aria-label={t('teamRoles.tabs.roles')} tabIndex={0}>
      <table className="sr-roles" style={{ ['--sr-roles' as string]: roles.length }}>
        <thead>
          <tr>
            <th scope="col">{t('teamRoles.permission')}</th>
            {roles.map((role) => (
              <th key={role.key} scope="col">
                <Text>{roleLabel(role.key, role.name)}</Text>
                {head(role)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('teamRoles.accounts')}</th>
            {roles.map((role) => (
              <td key={role.key}>{role.accounts}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">
              {t('teamRoles.secondFactor')}
              <small>{t('teamRoles.secondFactorWhy')}</small>
            </th>
            {roles.map((role) => (
              <td key={role.key}>
                <Checkbox
                  aria-label={t('teamRoles.secondFactorOf', {
                    name: roleLabel(role.key, role.name),
                  })}
                  {...(role.secondFactorFixed ? { title: t('teamRoles.fixed') } : {})}
                  checked={role.secondFactor || role.secondFactorFixed}
                  disabled={role.secondFactorFixed || !mayGive(role)}
                  onChange={({ target }) => onSecondFactor(role, target.checked)}
                />
              </td>
            ))}
          </tr>
          {fourEyesActs.map((act) => (
            <tr key={act}>
              <th scope="row">
                {t(`teamRoles.fourEyes.${act}`)}
                <small>{t('teamRoles.fourEyesWhy')}</small>
              </th>
              {roles.map((role) => (
                <td key={role.key}>
                  <Checkbox
                    aria-label={t('teamRoles.fourEyesOf', {
                      act: t(`teamRoles.fourEyes.${act}`),
                      name: roleLabel(role.key, role.name),
                    })}
                    checked={role.fourEyes.includes(act)}
                    disabled={!mayGive(role)}
                    onChange={({ target }) =>
                      onFourEyes(
                        role,
                        fourEyesActs.filter((one) =>
                          one === act ? target.checked : role.fourEyes.includes(one),
                        ),
                      )
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
          {permissionGroups.map(({ group, items }) => (
            <Fragment key={group}>
              <tr>
                <th scope="rowgroup" colSpan={roles.length + 1} className="sr-roles-group">
                  {t(`teamRoles.groups.${group}`)}
                </th>
              </tr>
              {items.map((permission) => (
                <tr key={permission}>
                  <th scope="row">
                    {t(`teamRoles.what.${permission}`)}
                    <small>{t(`teamRoles.why.${permission}`)}</small>
                  </th>
                  {roles.map((role) => (
                    <td key={role.key}>
                      <Mark given={role.permissions.includes(permission)} />
                    </td>
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Mark({ given }: { given: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      {given ? <CheckOutlined aria-hidden className="sr-roles-yes" /> : <span aria-hidden>–</span>}
      <span className="sr-hidden">{t(given ? 'teamRoles.yes' : 'teamRoles.no')}</span>
    </>
  )
}
