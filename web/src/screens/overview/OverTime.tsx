import { overviewCalls, type Span, spans } from '@screening-room/contract/overview'
import { queueNames as allQueues, type Queue } from '@screening-room/contract/queues'
import { Select, Skeleton } from 'antd'
import { useCall } from '../../api/queries.ts'
import { setQuery, useAddress } from '../../shared/address.ts'
import { Failure } from '../../shared/Failure.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { queueNames } from './Now.tsx'
import { People } from './People.tsx'
import { Reasons } from './Reasons.tsx'
import { TimePlots } from './TimePlots.tsx'
import { Totals } from './Totals.tsx'

const everyMs = 60_000

/** The address keeps what is chosen, so that it can be passed on. */
function useChoice() {
  const { query } = useAddress()
  const choose = (name: string, value: string) => {
    const next = new URLSearchParams(query)
    if (value) next.set(name, value)
    else next.delete(name)
    setQuery(next, { replace: true })
  }
  return {
    span: spans.find((span) => span === query.get('span')) ?? ('7' as Span),
    queue: allQueues.find((queue) => queue === query.get('queue')),
    choose,
  }
}

/** What came in and what became of it, and the work of each person. */
export function OverTime() {
  const { t } = useTranslation()
  const { span, queue, choose } = useChoice()
  const reading = useCall(overviewCalls.history, { span }, { every: everyMs, fresh: 1000 })
  const history = reading.data?.data

  return (
    <section aria-labelledby="overview-time">
      <div className="sr-overview-head">
        <h2 id="overview-time">{t('overview.time.title')}</h2>
        <Select<Span>
          aria-label={t('overview.span')}
          value={span}
          options={spans.map((value) => ({ value, label: t(`overview.spans.${value}`) }))}
          onChange={(value) => choose('span', value)}
        />
        <Select<Queue | ''>
          aria-label={t('overview.queue')}
          value={queue ?? ''}
          options={[
            { value: '' as const, label: t('overview.everyQueue') },
            ...allQueues.map((value) => ({ value, label: t(queueNames[value]) })),
          ]}
          onChange={(value) => choose('queue', value)}
        />
      </div>
      {!history && reading.isError && (
        <Failure text={t('overview.failed')} failure={reading.error} retry={reading.refetch} />
      )}
      {reading.isPending && <Skeleton active paragraph={{ rows: 12 }} />}
      {history && (
        <div aria-busy={reading.isPlaceholderData}>
          {!history.complete && (
            <p className="sr-overview-trouble" role="status">
              {t('overview.time.incomplete')}
            </p>
          )}
          <Totals history={history} queue={queue} />
          <TimePlots history={history} queue={queue} />
          <Reasons history={history} queue={queue} />
        </div>
      )}
      <People span={span} queue={queue} />
    </section>
  )
}
