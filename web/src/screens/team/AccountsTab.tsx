import { PlusOutlined } from '@ant-design/icons'
import { longestSearch } from '@screening-room/contract/fields'
import { roleCalls } from '@screening-room/contract/roles'
import {
  accountStates,
  type factorStates,
  type TeamAccount,
  teamCalls,
} from '@screening-room/contract/team'
import { Button, Input, Select } from 'antd'
import { useEffect, useState } from 'react'
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
  role: string
  state: TeamAccount['status'] | ''
  factor: (typeof factorStates)[number] | ''
}
const noFilter: Filter = { role: '', state: '', factor: '' }
const typingMs = 250

/** What was typed, once somebody has stopped typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

export function AccountsTab() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [filter, setFilter] = useState(noFilter)
  /** The last account of each page before this one. */
  const [before, setBefore] = useState<number[]>([])
  const search = useSettled(text.trim())
  const after = before.at(-1)
  const { role, state, factor } = filter
  const wanted = {
    ...(search && { search }),
    ...(role && { role }),
    ...(state && { state }),
    ...(factor && { factor }),
  }
  const reading = useCall(teamCalls.list, after === undefined ? wanted : { ...wanted, after }, {
    every: 15_000,
  })
  const shown = reading.data?.data
  const next = reading.data?.next
  const choose = (chosen: Partial<Filter>) => {
    setFilter({ ...filter, ...chosen })
    setBefore([])
  }
  const roleReading = useCall(roleCalls.list, {}, { fresh: 60_000 })
  const roles = roleReading.data?.data ?? []
  // Without the roles no row knows its buttons: what came later would move the columns.
  const isPending = reading.isPending || roleReading.isPending
  const roleLabel = useRoleLabel()
  const [inviting, setInviting] = useState(false)
  const [link, setLink] = useState<ShownLink>()

  return (
    <>
      <p className="sr-muted sr-team-intro">{t('people.team.intro')}</p>
      <div className="sr-team-tools">
        <Input
          allowClear
          aria-label={t('people.team.search')}
          placeholder={t('people.team.search')}
          maxLength={longestSearch}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setBefore([])
          }}
        />
        <Select<string>
          aria-label={t('people.role')}
          value={role}
          options={[
            { value: '', label: t('people.team.everyRole') },
            ...roles.map(({ key, name }) => ({ value: key, label: roleLabel(key, name) })),
          ]}
          onChange={(chosen) => choose({ role: chosen })}
        />
        <Select<Filter['state']>
          aria-label={t('people.state')}
          value={state}
          options={[
            { value: '', label: t('people.team.everyState') },
            ...accountStates.map((one) => ({ value: one, label: t(`people.states.${one}`) })),
          ]}
          onChange={(chosen) => choose({ state: chosen })}
        />
        <Select<Filter['factor']>
          aria-label={t('factors.team.column')}
          value={factor}
          options={[
            { value: '', label: t('people.team.everyFactor') },
            { value: 'with', label: t('people.team.withFactor') },
            { value: 'without', label: t('people.team.withoutFactor') },
          ]}
          onChange={(chosen) => choose({ factor: chosen })}
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
      {(before.length > 0 || next) && (
        <nav className="sr-pager" aria-label={t('pager.label')}>
          <Button disabled={before.length === 0} onClick={() => setBefore(before.slice(0, -1))}>
            {t('pager.previous')}
          </Button>
          <Button disabled={!next} onClick={() => next && setBefore([...before, next])}>
            {t('pager.next')}
          </Button>
        </nav>
      )}
    </>
  )
}
