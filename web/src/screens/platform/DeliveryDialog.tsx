import { endpointCalls } from '@screening-room/contract/endpoints'
import { useCall } from '../../api/queries.ts'
import { DetailDialog, Field, Fields } from '../../shared/DetailDialog.tsx'
import { shownTime } from '../../shared/dates.ts'
import { Failure } from '../../shared/Failure.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { deliveryTones } from './delivery-tones.ts'
import { Verbatim } from './Verbatim.tsx'

interface DeliveryDialogProps {
  id: number
  event: number
  running: boolean
  onAgain: () => void
  onClose: () => void
}

/** A body that is no JSON is shown as it is. */
function laidOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

export function DeliveryDialog({ id, event, running, onAgain, onClose }: DeliveryDialogProps) {
  const { t } = useTranslation()
  const reading = useCall(endpointCalls.delivery, { id, event }, { keep: false, every: 3000 })
  const one = reading.data?.data
  const isSettled = one?.state === 'delivered' || one?.state === 'dead'
  return (
    <DetailDialog
      title={t('platform.deliveries.title', { event })}
      cancel={t('common.close')}
      actions={[
        {
          key: 'again',
          label: t('platform.deliveries.resend'),
          onClick: onAgain,
          disabled: !isSettled,
          loading: running,
        },
      ]}
      onClose={onClose}
    >
      {reading.isError && !one && (
        <Failure
          text={t('platform.deliveries.oneFailed')}
          failure={reading.error}
          retry={reading.refetch}
        />
      )}
      {reading.isPending && <Skeleton rows={6} />}
      {one && (
        <>
          <Fields>
            <Field label={t('platform.deliveries.outcome')}>
              <StatusBadge tone={deliveryTones[one.state]}>
                {t(`platform.deliveries.state.${one.state}`)}
              </StatusBadge>
            </Field>
            <Field label={t('platform.deliveries.response')}>
              {one.status ?? t('common.none')}
              {one.latencyMs !== null && ` · ${t('platform.deliveries.ms', { ms: one.latencyMs })}`}
            </Field>
            <Field label={t('platform.deliveries.attempts')}>{one.attempts}</Field>
            <Field label={t('platform.deliveries.sent')}>
              {shownTime(one.sentAt) ?? t('common.none')}
            </Field>
            {one.dueAt && (
              <Field label={t('platform.deliveries.next')}>{shownTime(one.dueAt)}</Field>
            )}
            {one.error && <Field label={t('platform.deliveries.error')}>{one.error}</Field>}
          </Fields>
          <h3>{t('platform.deliveries.body')}</h3>
          <Verbatim>{laidOut(one.body)}</Verbatim>
          <h3>{t('platform.deliveries.answer')}</h3>
          {one.answer ? (
            <Verbatim>{one.answer}</Verbatim>
          ) : (
            <p className="sr-muted">{t('platform.deliveries.noAnswer')}</p>
          )}
        </>
      )}
    </DetailDialog>
  )
}
