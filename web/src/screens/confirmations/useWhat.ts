import type { Confirmation } from '@screening-room/contract/confirmation-alerts'
import { waitingCalls } from '@screening-room/contract/confirmations'
import { type FourEyesAct, fourEyesActs } from '@screening-room/contract/four-eyes'
import { memberCalls } from '@screening-room/contract/members'
import type { Permission } from '@screening-room/contract/permissions'
import { roleCalls } from '@screening-room/contract/roles'
import { teamCalls } from '@screening-room/contract/team'
import { isSaidToMay } from '../../api/permissions.ts'
import { useCall } from '../../api/queries.ts'
import { useReasonNames } from '../../shared/useReasons.ts'
import { useRoleLabel } from '../../shared/useRoleLabel.ts'
import { useTranslation } from '../../texts/i18n.ts'

const many = (value: string[] | undefined) => value ?? []
const one = (value: string[] | undefined) => value?.[0] ?? ''

const takeDowns = waitingCalls.takeDown.map(({ path }) => path)

/** What somebody asked for, in words, and where it can be looked at. */
export function useWhat({ call, fields, queue, subject, title }: Confirmation) {
  const { t } = useTranslation()
  const reasonName = useReasonNames()
  const roleLabel = useRoleLabel()
  const roles = useCall(roleCalls.list, {}, { enabled: isSaidToMay('team'), fresh: 60_000 })
  const roleName = (key: string) =>
    roleLabel(key, roles.data?.data.find((role) => role.key === key)?.name)
  const list = (items: string[]) => items.join(', ') || t('confirmations.nothing')
  const name = title ? `${title} (#${subject})` : `#${subject}`

  const mailed = fields.email && t('confirmations.mailedTo', { to: one(fields.email) })

  if (takeDowns.includes(call))
    return {
      title: t('confirmations.what.takeDown', { name }),
      details: t('confirmations.reasons', {
        reasons: list(many(fields.offlineReasons).map((id) => reasonName(Number(id)))),
      }),
      address: `#/dashboard/video-review?${new URLSearchParams({ view: String(subject) })}`,
    }
  if (call === memberCalls.erase.path)
    return {
      title: t('confirmations.what.erase', { name }),
      address: `#/dashboard/member/${subject}`,
    }
  if (call === teamCalls.setRole.path)
    return { title: t('confirmations.what.setRole', { name, role: roleName(one(fields.role)) }) }
  if (call === teamCalls.invite.path)
    return {
      title: t('confirmations.what.invite', {
        name: one(fields.nickName),
        phone: one(fields.phone),
        role: roleName(one(fields.role)),
      }),
      details: mailed,
    }
  if (call === teamCalls.newLink.path)
    return { title: t('confirmations.what.newLink', { name }), details: mailed }
  const permissions = many(fields.permissions).map((key) =>
    t(`teamRoles.what.${key as Permission}`),
  )
  if (call === roleCalls.create.path)
    return {
      title: t('confirmations.what.createRole', { role: one(fields.name) }),
      details: t('confirmations.permissions', { permissions: list(permissions) }),
    }
  const changed = queue === 'role' ? (title ?? roleName(one(fields.role))) : name
  if (call === roleCalls.change.path)
    return {
      title: t('confirmations.what.changeRole', { name: changed }),
      details: t('confirmations.permissions', { permissions: list(permissions) }),
    }
  if (call === roleCalls.setFourEyes.path) {
    const acts = many(fields.acts).filter((act): act is FourEyesAct =>
      fourEyesActs.some((known) => known === act),
    )
    return {
      title: t('confirmations.what.setFourEyes', { name: changed }),
      details: t('confirmations.acts', {
        acts: list(acts.map((act) => t(`teamRoles.fourEyes.${act}`))),
      }),
    }
  }
  return { title: t('confirmations.what.other', { call }) }
}
