import { overviewCalls } from '@screening-room/contract/overview'
import { type Queue, queueNames } from '@screening-room/contract/queues'
import { Select } from 'antd'
import { useCall } from '../../api/queries.ts'
import { Failure } from '../../shared/Failure.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Below } from './Below.tsx'
import { daysOf } from './figures.ts'
import { People } from './People.tsx'
import { Reasons } from './Reasons.tsx'
import { ReportsMade } from './ReportsMade.tsx'
import { SpanChoice, useChoice } from './SpanChoice.tsx'
import { TimePlots } from './TimePlots.tsx'
import { Totals } from './Totals.tsx'
import { WhatIf } from './WhatIf.tsx'

const everyMs = 60_000

/** What came in and what became of it, and the work of each person. */
export function OverTime() {
  const { t } = useTranslation()
  const { span, queue, choose } = useChoice()
  const reading = useCall(overviewCalls.history, span, { every: everyMs, fresh: 1000 })
  const history = reading.data?.data

  return (
    <section aria-labelledby="overview-time">
      <div className="sr-overview-head">
        <h2 id="overview-time">{t('overview.time.title')}</h2>
        <SpanChoice span={span} choose={choose} />
        <Select<Queue | ''>
          aria-label={t('overview.queue')}
          value={queue ?? ''}
          options={[
            { value: '' as const, label: t('overview.everyQueue') },
            ...queueNames.map((value) => ({ value, label: t(`overview.queues.${value}`) })),
          ]}
          onChange={(value) => choose({ queue: value })}
        />
      </div>
      {!history && reading.isError && (
        <Failure text={t('overview.failed')} failure={reading.error} retry={reading.refetch} />
      )}
      {reading.isPending && <Skeleton rows={12} />}
      {history && (
        <div aria-busy={reading.isPlaceholderData}>
          {!history.complete && (
            <p className="sr-overview-trouble" role="status">
              {t('overview.time.incomplete')}
            </p>
          )}
          <Totals history={history} queue={queue} />
          <Below>
            <TimePlots history={history} queue={queue} />
            <Reasons history={history} queue={queue} />
            <ReportsMade history={history} queue={queue} />
          </Below>
        </div>
      )}
      <Below>
        <People span={span} days={history && daysOf(history.now)} queue={queue} />
        <WhatIf queue={queue} />
      </Below>
    </section>
  )
}
