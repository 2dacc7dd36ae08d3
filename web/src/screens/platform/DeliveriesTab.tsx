import { type Delivery, type Endpoint, endpointCalls } from '@screening-room/contract/endpoints'
import { App, Button, Select } from 'antd'
import { useId, useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { Age } from '../../shared/Age.tsx'
import { setQuery, useAddress } from '../../shared/address.ts'
import { Failure } from '../../shared/Failure.tsx'
import { useAction } from '../../shared/useAction.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import { deliveryTones } from './delivery-tones.ts'
import { RangeForm } from './RangeForm.tsx'

const outcomes = ['waiting', 'delivered', 'dead'] as const
type Outcome = (typeof outcomes)[number]
const rereadMs = 3000
const anyEvent = { from: 1, to: Number.MAX_SAFE_INTEGER }

export function DeliveriesTab() {
  const { t } = useTranslation()
  const reading = useCall(endpointCalls.list, {})
  const endpoints = reading.data?.data
  if (reading.isError && !endpoints)
    return (
      <Failure
        text={t('platform.endpoints.failed')}
        failure={reading.error}
        retry={reading.refetch}
      />
    )
  if (!endpoints) return <Skeleton rows={6} />
  if (endpoints.length === 0) return <EmptyState>{t('platform.deliveries.noEndpoint')}</EmptyState>
  return <Deliveries endpoints={endpoints} />
}

function Deliveries({ endpoints }: { endpoints: Endpoint[] }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { query } = useAddress()
  const chosen = endpoints.find(({ id }) => String(id) === query.get('endpoint')) ?? endpoints[0]
  const id = chosen?.id ?? 0
  const outcome = outcomes.find((one) => one === query.get('outcome'))
  const before = Number(query.get('before')) || undefined
  const go = (change: Record<string, string | undefined>) => {
    const next = { tab: 'deliveries', endpoint: String(id), outcome, ...change }
    const given = Object.entries(next).filter(([, value]) => value !== undefined)
    setQuery(new URLSearchParams(given as [string, string][]))
  }
  const reading = useCall(
    endpointCalls.deliveries,
    { id, ...(outcome && { outcome }), ...(before && { before }) },
    { every: rereadMs },
  )
  const rows = reading.data?.data
  const next = reading.data?.next
  const [opened, setOpened] = useState<number>()
  const [ranging, setRanging] = useState(false)
  const resend = useAction(endpointCalls.resend, {
    onAnswer: ({ data }) =>
      void message.success(t('platform.deliveries.resent', { count: data.count })),
    failed: { plain: 'platform.deliveries.resendFailed' },
    reload: [endpointCalls.deliveries, endpointCalls.delivery, endpointCalls.list],
  })
  const again = (from: number, to = from) => resend.run({ id, from, to })
  const labels = { endpoint: useId(), outcome: useId() }
  return (
    <>
      <div className="sr-platform-tools">
        <label htmlFor={labels.endpoint}>{t('platform.deliveries.endpoint')}</label>
        <Select
          id={labels.endpoint}
          value={id}
          options={endpoints.map((one) => ({ value: one.id, label: one.name }))}
          onChange={(value) => go({ endpoint: String(value) })}
        />
        <label htmlFor={labels.outcome}>{t('platform.deliveries.outcome')}</label>
        <Select<Outcome | ''>
          id={labels.outcome}
          value={outcome ?? ''}
          options={[
            { value: '', label: t('platform.deliveries.anyOutcome') },
            ...outcomes.map((value) => ({ value, label: t(`platform.deliveries.state.${value}`) })),
          ]}
          onChange={(value) => go({ outcome: value || undefined })}
        />
        <span className="sr-platform-again">
          {(chosen?.dead ?? 0) > 0 && (
            <Button
              loading={resend.running}
              onClick={() => void resend.run({ id, ...anyEvent, outcome: 'dead' })}
            >
              {t('platform.deliveries.resendDead')}
            </Button>
          )}
          <Button aria-expanded={ranging} onClick={() => setRanging(!ranging)}>
            {t('platform.deliveries.range')}
          </Button>
        </span>
      </div>
      {ranging && (
        <RangeForm
          running={resend.running}
          onSend={async (from, to) => {
            if (!(await again(from, to))) setRanging(false)
          }}
          onClose={() => setRanging(false)}
        />
      )}
      {reading.isError && (
        <Failure
          text={t('platform.deliveries.failed')}
          failure={reading.error}
          retry={reading.refetch}
        />
      )}
      {reading.isPending && <Skeleton rows={8} />}
      {rows?.length === 0 && (
        <EmptyState>
          {t(outcome ? 'platform.deliveries.noneFiltered' : 'platform.deliveries.none')}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <ul className="sr-platform-list" aria-label={t('platform.tabs.deliveries')}>
          {rows.map((row) => (
            <DeliveryRow
              key={row.event}
              row={row}
              busy={resend.running}
              onView={() => setOpened(row.event)}
              onAgain={() => void again(row.event)}
            />
          ))}
        </ul>
      )}
      {(before || next) && (
        <nav className="sr-pager">
          <Button disabled={!before} onClick={() => go({})}>
            {t('platform.deliveries.newest')}
          </Button>
          <Button disabled={!next} onClick={() => next && go({ before: String(next) })}>
            {t('platform.deliveries.older')}
          </Button>
        </nav>
      )}
      {opened !== undefined && (
        <DeliveryDialog
          key={opened}
          id={id}
          event={opened}
          running={resend.running}
          onAgain={() => void again(opened)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

interface DeliveryRowProps {
  row: Delivery
  busy: boolean
  onView: () => void
  onAgain: () => void
}

function DeliveryRow({ row, busy, onView, onAgain }: DeliveryRowProps) {
  const { t } = useTranslation()
  const { event, queue, subject, action, external_id, state, status, latencyMs, error } = row
  const isSettled = state === 'delivered' || state === 'dead'
  return (
    <li className="sr-platform-entry sr-platform-delivery">
      <div>
        <code>
          {queue}.{action}
        </code>
        <p className="sr-muted">
          #{event} · {external_id ?? subject}
        </p>
      </div>
      <div>
        <p className={error ? 'sr-error' : ''}>
          {status ?? (error || t('common.none'))}
          {latencyMs !== null && ` · ${t('platform.deliveries.ms', { ms: latencyMs })}`}
        </p>
      </div>
      <div>
        <p>
          <Age time={row.sentAt} />
        </p>
        {row.attempts > 1 && (
          <p className="sr-muted">
            {t('platform.deliveries.attempts')} {row.attempts}
          </p>
        )}
      </div>
      <div className="sr-platform-state">
        <StatusBadge tone={deliveryTones[state]}>
          {t(`platform.deliveries.state.${state}`)}
        </StatusBadge>
        <span className="sr-platform-actions">
          <RowButton label={t('platform.deliveries.viewOne', { event })} onClick={onView}>
            {t('common.view')}
          </RowButton>
          {isSettled && (
            <RowButton
              disabled={busy}
              label={t('platform.deliveries.resendOne', { event })}
              onClick={onAgain}
            >
              {t('platform.deliveries.resend')}
            </RowButton>
          )}
        </span>
      </div>
    </li>
  )
}
