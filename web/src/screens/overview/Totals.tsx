import {
  decidingKinds,
  type OverviewHistory,
  type Period,
  type WorkKind,
} from '@screening-room/contract/overview'
import {
  queueNames as allQueues,
  type ListName,
  lists,
  listsOf,
  type Queue,
} from '@screening-room/contract/queues'
import { Fragment } from 'react'
import { shownTime } from '../../shared/dates.ts'
import { listPath } from '../../shared/list-address.ts'
import { recordAddress } from '../../shared/record-address.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { Figure } from './Figure.tsx'
import { type Chosen, cameIn, decided, done, share, total } from './figures.ts'
import { queueNames } from './Now.tsx'
import { useNumbers } from './numbers.ts'

interface TotalsProps {
  history: OverviewHistory
  queue: Chosen
}

const dayOf = (time: string) => time.slice(0, 10)

/** The days of a period, as filters have them: its end is the start of the day after it. */
function daysOf({ start, end }: Period) {
  const last = new Date(Date.parse(`${dayOf(end)}T00:00:00Z`) - 1)
  return { start: dayOf(start), end: last.toISOString().slice(0, 10) }
}

/** Where all items of a queue are in one list, a range of days there is exactly what was handed in. */
function wholeList(queue: Queue): ListName | undefined {
  const [first, ...others] = listsOf(queue)
  return first && others.length === 0 && !('kinds' in lists[first]) ? first : undefined
}

/** The figures of the whole time, beside those of the time before. */
export function Totals({ history: { now, before, unit }, queue }: TotalsProps) {
  const { t } = useTranslation()
  const numbers = useNumbers()
  const days = daysOf(now)
  const counted = (
    label: string,
    of: (period: Period) => number,
    filters?: { action?: WorkKind },
  ) => {
    const [value, past] = [of(now), of(before)]
    const change = past > 0 ? numbers.change(value / past - 1) : undefined
    return (
      <Figure
        label={label}
        value={numbers.count(value)}
        before={numbers.count(past)}
        change={change}
        href={filters && recordAddress({ ...filters, queue, ...days })}
      />
    )
  }
  const rated = (label: string, of: (period: Period) => number | undefined) => (
    <Figure label={label} value={numbers.share(of(now))} before={numbers.share(of(before))} />
  )
  const of =
    (...kinds: WorkKind[]) =>
    (period: Period) =>
      done(period, kinds, queue)
  const ofDecided =
    (...kinds: WorkKind[]) =>
    (period: Period) =>
      share(done(period, kinds, queue), decided(period, queue))

  return (
    <>
      <p className="sr-muted">
        {t(unit === 'hour' ? 'overview.time.comparedHours' : 'overview.time.comparedDays', {
          start: shownTime(before.start).slice(0, 16),
          end: shownTime(before.end).slice(0, 16),
        })}
      </p>
      <dl className="sr-figures">
        {counted(t('overview.cameIn'), (period) => cameIn(period, queue))}
        {counted(t('overview.decided'), (period) => decided(period, queue))}
        {decidingKinds.map((kind) => (
          <Fragment key={kind}>
            {counted(t(`overview.kinds.${kind}`), of(kind), { action: kind })}
          </Fragment>
        ))}
        {rated(t('overview.rejectRate'), ofDecided('reject'))}
        {rated(t('overview.takeDownRate'), ofDecided('takeDown'))}
        {rated(t('overview.undoRate'), (period) => {
          const undone = done(period, ['undo'], queue)
          return share(undone, decided(period, queue) + undone)
        })}
        {rated(t('overview.reopenRate'), ofDecided('reopen'))}
      </dl>
      <QueueTable now={now} days={days} queue={queue} />
    </>
  )
}

function QueueTable({
  now,
  days,
  queue,
}: {
  now: Period
  days: { start: string; end: string }
  queue: Chosen
}) {
  const { t } = useTranslation()
  const numbers = useNumbers()
  const rows = allQueues.filter((one) => queue === undefined || one === queue)
  const heads = {
    handedIn: t('overview.handedIn'),
    back: t('overview.cameBack'),
    decided: t('overview.decided'),
    median: t('overview.median'),
    p90: t('overview.p90'),
  }
  return (
    <table className="sr-overview-table">
      <thead>
        <tr>
          <th scope="col">{t('overview.queue')}</th>
          {Object.values(heads).map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => {
          const waits = now.waits.find((found) => found.queue === one)
          const list = wholeList(one)
          const handedIn = numbers.count(total(now.handedIn, one))
          return (
            <tr key={one}>
              <th scope="row">{t(queueNames[one])}</th>
              <td data-label={heads.handedIn}>
                {list ? (
                  <a href={`#${listPath(list, new URLSearchParams(days))}`}>{handedIn}</a>
                ) : (
                  handedIn
                )}
              </td>
              <td data-label={heads.back}>
                {numbers.count(done(now, ['reopen', 'resubmit'], one))}
              </td>
              <td data-label={heads.decided}>{numbers.count(decided(now, one))}</td>
              <td data-label={heads.median}>{numbers.time(waits?.median)}</td>
              <td data-label={heads.p90}>{numbers.time(waits?.p90)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
