import { PlusOutlined } from '@ant-design/icons'
import { type Scope, scopes } from '@screening-room/contract/call'
import { keyCalls, type MachineKey } from '@screening-room/contract/keys'
import { Button, Select } from 'antd'
import { useId, useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { Age } from '../../shared/Age.tsx'
import { shownTime } from '../../shared/dates.ts'
import { Failure } from '../../shared/Failure.tsx'
import { useAction } from '../../shared/useAction.ts'
import { useConfirm } from '../../shared/useConfirm.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Text } from '../../ui/Text.tsx'
import { EntryForm } from './EntryForm.tsx'
import { useShownOnce } from './useShownOnce.tsx'

const { list } = keyCalls
const lifetimes = [0, 30, 90, 365]
/** A colon in a key would name another set of texts. */
const scopeTexts = {
  'items:write': 'platform.keys.scope.itemsWrite',
  'reports:write': 'platform.keys.scope.reportsWrite',
  'events:read': 'platform.keys.scope.eventsRead',
  'members:erase': 'platform.keys.scope.membersErase',
} as const satisfies Record<Scope, string>
/** What cannot be taken back is chosen by hand. */
const usualScopes = scopes.filter((scope) => scope !== 'members:erase')
const tones = { active: 'good', expired: 'waiting', revoked: 'gone' } as const

const dayIn = (days: number) =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T00:00:00`

export function KeysTab() {
  const { t } = useTranslation()
  const reading = useCall(list, {})
  const [creating, setCreating] = useState(false)
  const [days, setDays] = useState(0)
  const id = useId()
  const show = useShownOnce()
  const shown = ({ data }: { data: { key: string | null } }) =>
    show(t('platform.once.key'), data.key)
  const create = useAction(keyCalls.create, {
    onAnswer: shown,
    failed: { plain: 'platform.keys.createFailed' },
    reload: [list],
  })
  const keys = reading.data?.data
  const button = (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      aria-expanded={creating}
      onClick={() => setCreating(!creating)}
    >
      {t('platform.keys.create')}
    </Button>
  )
  return (
    <>
      <header className="sr-platform-head">
        <p>{t('platform.keys.intro')}</p>
        {keys && keys.length > 0 && button}
      </header>
      {creating && (
        <EntryForm
          label={t('platform.keys.create')}
          fields={[{ name: 'name', label: t('platform.name'), longest: 60 }]}
          choices={{
            label: t('platform.keys.scopes'),
            options: scopes.map((value) => ({ value, label: t(scopeTexts[value]) })),
          }}
          start={{ texts: {}, chosen: usualScopes }}
          running={create.running}
          onSave={async ({ texts, chosen }) => {
            const failure = await create.run({
              name: texts.name ?? '',
              scopes: chosen as Scope[],
              ...(days > 0 ? { expires: dayIn(days) } : {}),
            })
            if (!failure) setCreating(false)
          }}
          onClose={() => setCreating(false)}
        >
          <div>
            <label htmlFor={id}>{t('platform.keys.expires')}</label>
            <Select
              id={id}
              value={days}
              onChange={setDays}
              options={lifetimes.map((value) => ({
                value,
                label: value ? t('platform.keys.days', { count: value }) : t('platform.keys.never'),
              }))}
            />
          </div>
        </EntryForm>
      )}
      {reading.isError && (
        <Failure text={t('platform.keys.failed')} failure={reading.error} retry={reading.refetch} />
      )}
      {reading.isPending && <Skeleton rows={5} />}
      {keys?.length === 0 && !creating && (
        <EmptyState action={button}>{t('platform.keys.none')}</EmptyState>
      )}
      {keys && keys.length > 0 && (
        <ul className="sr-platform-list">
          {keys.map((key) => (
            <KeyEntry key={key.id} machineKey={key} onShown={shown} />
          ))}
        </ul>
      )}
    </>
  )
}

interface KeyEntryProps {
  machineKey: MachineKey
  onShown: (answer: { data: { key: string | null } }) => void
}

function KeyEntry({ machineKey, onShown }: KeyEntryProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { id, name, prefix, state, createdAt, lastUsedAt, expiresAt, previousUntil } = machineKey
  const rotate = useAction(keyCalls.rotate, {
    onAnswer: onShown,
    failed: { plain: 'platform.keys.rotateFailed' },
    reload: [list],
  })
  const revoke = useAction(keyCalls.revoke, {
    done: 'platform.keys.revoked',
    failed: { plain: 'platform.keys.revokeFailed' },
    reload: [list],
  })
  const ask = (what: 'rotate' | 'revoke') =>
    confirm({
      title: t(`platform.keys.${what}One`, { name }),
      content: t(`platform.keys.${what}Hint`),
      okText: t(`platform.keys.${what}`),
      okButtonProps: { danger: what === 'revoke' },
      act: () => (what === 'rotate' ? rotate : revoke).run({ id }),
    })
  return (
    <li className={state === 'active' ? 'sr-platform-entry' : 'sr-platform-entry sr-platform-over'}>
      <div>
        <strong>
          <Text>{name}</Text>
        </strong>
        <code>{prefix}…</code>
      </div>
      <div>
        <p>{machineKey.scopes.map((scope) => t(scopeTexts[scope])).join(' · ')}</p>
        {expiresAt && (
          <p className="sr-muted">{t('platform.keys.expiresAt', { time: shownTime(expiresAt) })}</p>
        )}
        {previousUntil && (
          <p className="sr-muted">
            {t('platform.keys.previous', { time: shownTime(previousUntil) })}
          </p>
        )}
      </div>
      <div>
        <p>
          {t('platform.keys.created')} <Age time={createdAt} />
        </p>
        <p className="sr-muted">
          {lastUsedAt ? (
            <>
              {t('platform.keys.lastUsed')} <Age time={lastUsedAt} />
            </>
          ) : (
            t('platform.keys.unused')
          )}
        </p>
      </div>
      <div className="sr-platform-state">
        <StatusBadge tone={tones[state]}>{t(`platform.keys.state.${state}`)}</StatusBadge>
        {state !== 'revoked' && (
          <span className="sr-platform-actions">
            <RowButton
              label={t('platform.keys.rotateOne', { name })}
              disabled={rotate.running}
              onClick={() => ask('rotate')}
            >
              {t('platform.keys.rotate')}
            </RowButton>
            <RowButton
              danger
              label={t('platform.keys.revokeOne', { name })}
              disabled={revoke.running}
              onClick={() => ask('revoke')}
            >
              {t('platform.keys.revoke')}
            </RowButton>
          </span>
        )}
      </div>
    </li>
  )
}
