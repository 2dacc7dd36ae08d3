import { PlusOutlined } from '@ant-design/icons'
import { roleCalls } from '@screening-room/contract/roles'
import { accountStates, type TeamAccount, teamCalls } from '@screening-room/contract/team'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { Failure } from '../../shared/Failure.tsx'
import { MadeLink, type ShownLink } from '../../shared/MadeLink.tsx'
import { useRoleLabel } from '../../shared/useRoleLabel.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { InviteForm } from './InviteForm.tsx'
import { MemberRow } from './MemberRow.tsx'

interface Filter {
  text: string
  role: string | undefined
  state: TeamAccount['status'] | undefined
}

const matches = ({ text, role, state }: Filter, account: TeamAccount) =>
  (role === undefined || account.role === role) &&
  (state === undefined || account.status === state) &&
  `${account.nickName}\n${account.phone}`.toLowerCase().includes(text.trim().toLowerCase())

export function AccountsTab() {
  const { t } = useTranslation()
  const reading = useCall(teamCalls.list, {}, { every: 15_000 })
  const accounts = reading.data?.data
  const roleReading = useCall(roleCalls.list, {}, { fresh: 60_000 })
  const roles = roleReading.data?.data ?? []
  // Without the roles no row knows its buttons: what came later would move the columns.
  const isPending = reading.isPending || roleReading.isPending
  const roleLabel = useRoleLabel()
  const [filter, setFilter] = useState<Filter>({ text: '', role: undefined, state: undefined })
  const [inviting, setInviting] = useState(false)
  const [link, setLink] = useState<ShownLink>()
  const shown = accounts?.filter((account) => matches(filter, account))

  return (
    <>
      <p className="sr-muted sr-team-intro">{t('people.team.intro')}</p>
      <div className="sr-team-tools">
        <Input
          allowClear
          aria-label={t('people.team.search')}
          placeholder={t('people.team.search')}
          value={filter.text}
          onChange={({ target }) => setFilter({ ...filter, text: target.value })}
        />
        <Select<string>
          aria-label={t('people.role')}
          value={filter.role ?? ''}
          options={[
            { value: '', label: t('people.team.everyRole') },
            ...roles.map(({ key, name }) => ({ value: key, label: roleLabel(key, name) })),
          ]}
          onChange={(role) => setFilter({ ...filter, role: role || undefined })}
        />
        <Select<TeamAccount['status'] | ''>
          aria-label={t('people.state')}
          value={filter.state ?? ''}
          options={[
            { value: '', label: t('people.team.everyState') },
            ...accountStates.map((state) => ({ value: state, label: t(`people.states.${state}`) })),
          ]}
          onChange={(state) => setFilter({ ...filter, state: state || undefined })}
        />
        <Button
          type="primary"
          icon={<PlusOutlined aria-hidden />}
          aria-expanded={inviting}
          onClick={() => setInviting(!inviting)}
        >
          {t('people.team.invite')}
        </Button>
      </div>
      {inviting && (
        <InviteForm
          roles={roles}
          onLink={(made) => {
            setInviting(false)
            setLink(made)
          }}
          onClose={() => setInviting(false)}
        />
      )}
      {link && <MadeLink key={link.expiresAt} link={link} onClose={() => setLink(undefined)} />}
      {reading.isError && (
        <Failure text={t('people.failed')} failure={reading.error} retry={reading.refetch} />
      )}
      {isPending && <Skeleton rows={8} />}
      {!isPending && shown?.length === 0 && <EmptyState>{t('people.team.none')}</EmptyState>}
      {!isPending && shown && shown.length > 0 && (
        <table className="sr-team">
          <thead>
            <tr>
              <th scope="col">{t('people.name')}</th>
              <th scope="col">{t('people.phone')}</th>
              <th scope="col">{t('people.role')}</th>
              <th scope="col">{t('people.state')}</th>
              <th scope="col">{t('factors.team.column')}</th>
              <th scope="col">{t('people.team.lastActive')}</th>
              <th scope="col">{t('people.team.sessions')}</th>
              <th scope="col">{t('people.team.inHand')}</th>
              <th scope="col">{t('common.actions')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((account) => (
              <MemberRow key={account.id} account={account} roles={roles} onLink={setLink} />
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
