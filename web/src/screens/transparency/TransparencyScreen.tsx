import { PrinterOutlined } from '@ant-design/icons'
import {
  decidingKinds,
  type OverviewHistory,
  overviewCalls,
  type WorkKind,
} from '@screening-room/contract/overview'
import { type Queue, queueNames } from '@screening-room/contract/queues'
import { Button, Select } from 'antd'
import { config } from '../../api/config.ts'
import { useCall } from '../../api/queries.ts'
import { setQuery, useAddress } from '../../shared/address.ts'
import { dayIn, endOfDay, startOfDay } from '../../shared/dates.ts'
import { Failure } from '../../shared/Failure.tsx'
import { useReasonNames, useReasons } from '../../shared/useReasons.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import './transparency.css'

const yearsBack = 5

/** A year's decisions as numbers, for the public: nobody is named. */
export default function TransparencyScreen() {
  const { t, language } = useTranslation()
  const { query } = useAddress()
  const today = dayIn(config().platformTz)
  const thisYear = Number(today.slice(0, 4))
  const years = Array.from({ length: yearsBack }, (_, index) => thisYear - index)
  const year = years.find((one) => String(one) === query.get('year')) ?? thisYear
  const last = year === thisYear ? today : `${year}-12-31`
  const reading = useCall(overviewCalls.history, {
    span: 'today',
    start: startOfDay(`${year}-01-01`),
    end: endOfDay(last),
  })
  const history = reading.data?.data
  // Numbers without the names of their reasons say nothing.
  const reasons = useReasons()
  const failed = [reading, reasons].find((one) => one.isError)
  return (
    <article className="sr-transparency" aria-labelledby="sr-transparency-title">
      <header>
        <h2 id="sr-transparency-title">{t('transparency.title', { year })}</h2>
        <span className="sr-transparency-tools">
          <Select
            aria-label={t('transparency.year')}
            value={year}
            options={years.map((value) => ({ value, label: String(value) }))}
            onChange={(value) => setQuery(new URLSearchParams({ year: String(value) }))}
          />
          <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
            {t('transparency.print')}
          </Button>
        </span>
      </header>
      <p>
        {t('transparency.range', { start: `${year}-01-01`, end: last, zone: config().platformTz })}
      </p>
      {failed && (
        <Failure text={t('overview.failed')} failure={failed.error} retry={failed.refetch} />
      )}
      {(reading.isPending || reasons.isPending) && <Skeleton rows={10} />}
      {history && reasons.data && !reading.isPlaceholderData && (
        <Numbers history={history} language={language} />
      )}
    </article>
  )
}

function Numbers({ history: { now }, language }: { history: OverviewHistory; language: string }) {
  const { t } = useTranslation()
  const reasonName = useReasonNames()
  const number = new Intl.NumberFormat(language)
  const hours = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 })
  const done = (queue: Queue, kind: WorkKind) =>
    now.work
      .filter((one) => one.queue === queue && one.kind === kind)
      .reduce((sum, { count }) => sum + count, 0)
  const of = (rows: readonly { queue: Queue; count: number }[], queue: Queue) =>
    rows.find((one) => one.queue === queue)?.count ?? 0
  const kinds = [...decidingKinds, 'reopen'] as const
  return (
    <>
      <h3>{t('transparency.decisions')}</h3>
      <Table
        heads={[
          t('overview.queue'),
          t('overview.handedIn'),
          ...kinds.map((kind) =>
            kind === 'reopen' ? t('transparency.reopened') : t(`overview.kinds.${kind}`),
          ),
          t('transparency.median'),
        ]}
        rows={queueNames.map((queue) => {
          const median = now.waits.find((one) => one.queue === queue)?.median
          return [
            t(`overview.queues.${queue}`),
            number.format(of(now.handedIn, queue)),
            ...kinds.map((kind) => number.format(done(queue, kind))),
            typeof median === 'number' ? hours.format(median / 3600) : '–',
          ]
        })}
      />
      <h3>{t('overview.reasons')}</h3>
      <Table
        heads={[t('overview.reason'), t('overview.kinds.takeDown')]}
        rows={now.reasons.map(({ id, count }) => [reasonName(id), number.format(count)])}
      />
      <h3>{t('overview.reports.title')}</h3>
      <Table
        heads={[
          t('overview.reason'),
          t('overview.reports.made'),
          t('overview.reports.upheld'),
          t('overview.reports.dismissed'),
        ]}
        rows={now.reports.map(({ id, made, upheld, dismissed }) => [
          reasonName(id),
          ...[made, upheld, dismissed].map((count) => number.format(count)),
        ])}
      />
      <p className="sr-muted">{t('transparency.automation')}</p>
    </>
  )
}

function Table({ heads, rows }: { heads: string[]; rows: string[][] }) {
  const { t } = useTranslation()
  if (rows.length === 0) return <p className="sr-muted">{t('transparency.none')}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be focused
    <section className="sr-plot-table sr-transparency-table" tabIndex={0} aria-label={heads[0]}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...values], nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two reasons may have one name, and rows keep their order
            <tr key={nth}>
              <th scope="row">{name}</th>
              {values.map((value, index) => (
                <td key={heads[index + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
