import {
  type Attempt,
  type Endpoint,
  endpointCalls,
  eventKinds,
} from '@screening-room/contract/endpoints'
import { useState } from 'react'
import { Age } from '../../shared/Age.tsx'
import { shownTime } from '../../shared/dates.ts'
import { useAction } from '../../shared/useAction.ts'
import { useConfirm } from '../../shared/useConfirm.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { RowButton } from '../../ui/RowButton.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Text } from '../../ui/Text.tsx'
import { EntryForm } from './EntryForm.tsx'
import { givenIn, useEndpointFields } from './endpoint-fields.ts'
import { Verbatim } from './Verbatim.tsx'

const tones = { active: 'good', failing: 'waiting', paused: 'unknown', dead: 'bad' } as const
const reload = [endpointCalls.list, endpointCalls.alerts, endpointCalls.deliveries]

interface EndpointEntryProps {
  endpoint: Endpoint
  editing: boolean
  onEdit: (editing: boolean) => void
  onSecret: (secret: string | null) => void
}

export function EndpointEntry({ endpoint, editing, onEdit, onSecret }: EndpointEntryProps) {
  const { t } = useTranslation()
  const { id, name, url, kinds, state, failingSince, previousUntil, deliveredAt } = endpoint
  const confirm = useConfirm()
  const form = useEndpointFields()
  const [result, setResult] = useState<Attempt>()
  const failed = { plain: 'platform.endpoints.changeFailed' } as const

  const change = useAction(endpointCalls.change, {
    done: 'platform.endpoints.changed',
    failed,
    reload,
  })
  const ping = useAction(endpointCalls.ping, {
    onAnswer: ({ data }) => setResult(data),
    failed: { plain: 'platform.endpoints.pingFailed' },
    reload: [],
  })
  const rotate = useAction(endpointCalls.rotate, {
    onAnswer: ({ data }) => onSecret(data.secret),
    failed,
    reload,
  })
  const stopped = state === 'paused' || state === 'dead'
  const pause = useAction(endpointCalls.setPaused, {
    done: stopped ? 'platform.endpoints.resumed' : 'platform.endpoints.paused',
    failed,
    reload,
  })
  const remove = useAction(endpointCalls.remove, {
    done: 'platform.endpoints.removed',
    failed,
    reload,
  })
  const ask = (what: 'rotate' | 'remove') =>
    confirm({
      title: t(`platform.endpoints.${what}One`, { name }),
      content: t(`platform.endpoints.${what}Hint`),
      okText: t(`platform.endpoints.${what}`),
      okButtonProps: { danger: what === 'remove' },
      act: () => (what === 'rotate' ? rotate : remove).run({ id }),
    })
  const wanted =
    kinds.length === eventKinds.length
      ? t('platform.endpoints.allKinds')
      : kinds.map((kind) => t(`platform.endpoints.kind.${kind}`)).join(' · ')
  const action = (
    what: 'ping' | 'change' | 'rotate' | 'remove',
    onClick: () => void,
    busy: boolean,
  ) => (
    <RowButton
      danger={what === 'remove'}
      disabled={busy}
      label={t(`platform.endpoints.${what}One`, { name })}
      onClick={onClick}
    >
      {t(`platform.endpoints.${what}`)}
    </RowButton>
  )
  const turn = stopped ? 'resume' : 'pause'
  return (
    <li className="sr-platform-entry">
      <div>
        <strong>
          <Text>{name}</Text>
        </strong>
        <code title={url}>{url}</code>
      </div>
      <div>
        <p>{wanted}</p>
        {previousUntil && (
          <p className="sr-muted">
            {t('platform.endpoints.previous', { time: shownTime(previousUntil) })}
          </p>
        )}
      </div>
      <div>
        <p>
          {deliveredAt ? (
            <>
              {t('platform.endpoints.lastDelivered')} <Age time={deliveredAt} />
            </>
          ) : (
            t('platform.endpoints.notYet')
          )}
        </p>
        <p className="sr-platform-counts">
          <Count endpoint={endpoint} outcome="waiting" />
          <Count endpoint={endpoint} outcome="dead" />
        </p>
      </div>
      <div className="sr-platform-state">
        <StatusBadge tone={tones[state]}>{t(`platform.endpoints.state.${state}`)}</StatusBadge>
        <span className="sr-platform-actions">
          {action('ping', () => void ping.run({ id }), ping.running)}
          <a
            className="sr-row-button"
            href={`#/dashboard/platform?tab=deliveries&endpoint=${id}`}
            aria-label={t('platform.endpoints.deliveriesOf', { name })}
          >
            {t('platform.endpoints.deliveries')}
          </a>
          {action('change', () => onEdit(!editing), change.running)}
          {action('rotate', () => ask('rotate'), rotate.running)}
          <RowButton
            disabled={pause.running}
            label={t(`platform.endpoints.${turn}One`, { name })}
            onClick={() => void pause.run({ id, paused: stopped ? 'false' : 'true' })}
          >
            {t(`platform.endpoints.${turn}`)}
          </RowButton>
          {action('remove', () => ask('remove'), remove.running)}
        </span>
      </div>
      {(state === 'failing' || state === 'dead') && (
        <p className={state === 'dead' ? 'sr-platform-note sr-error' : 'sr-platform-note'}>
          {state === 'dead'
            ? t('platform.endpoints.deadSince')
            : t('platform.endpoints.failingSince', { time: shownTime(failingSince) })}
        </p>
      )}
      {result && <PingResult {...result} />}
      {editing && (
        <EntryForm
          {...form}
          label={t('platform.endpoints.changeOne', { name })}
          start={{ texts: { name, url }, chosen: kinds }}
          running={change.running}
          onSave={async (entry) => {
            if (!(await change.run({ id, ...givenIn(entry) }))) onEdit(false)
          }}
          onClose={() => onEdit(false)}
        />
      )}
    </li>
  )
}

function Count({ endpoint, outcome }: { endpoint: Endpoint; outcome: 'waiting' | 'dead' }) {
  const { t } = useTranslation()
  const count = endpoint[outcome]
  if (count === 0) return null
  return (
    <a href={`#/dashboard/platform?tab=deliveries&endpoint=${endpoint.id}&outcome=${outcome}`}>
      {t(`platform.endpoints.${outcome}`, { count })}
    </a>
  )
}

function PingResult({ status, latencyMs: ms, error, answer }: Attempt) {
  const { t } = useTranslation()
  return (
    <div className="sr-platform-note" role="status">
      <p className={error ? 'sr-error' : ''}>
        {error
          ? t('platform.endpoints.pingBad', { ms, error })
          : t('platform.endpoints.pingGood', { ms, status })}
      </p>
      {answer && <Verbatim>{answer}</Verbatim>}
    </div>
  )
}
