import type { Figure as Counted } from '@screening-room/contract/figures'
import {
  decidingKinds,
  type OverviewHistory,
  type Period,
  type WorkKind,
} from '@screening-room/contract/overview'
import {
  type ListName,
  lists,
  listsOf,
  type Queue,
  queueNames,
} from '@screening-room/contract/queues'
import { Fragment } from 'react'
import { shownTime } from '../../shared/dates.ts'
import { listPath } from '../../shared/list-address.ts'
import { figureAddress } from '../../shared/record-address.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { Figure } from './Figure.tsx'
import { FigureTable } from './FigureTable.tsx'
import { type Chosen, cameIn, daysOf, decided, done, share, total, watchedIn } from './figures.ts'
import { useNumbers } from './numbers.ts'

interface TotalsProps {
  history: OverviewHistory
  queue: Chosen
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
  const counted = (label: string, of: (period: Period) => number, figure?: Counted) => (
    <Figure
      label={label}
      {...numbers.compared(of(now), of(before))}
      href={figure && figureAddress(figure, { queue, ...days })}
    />
  )
  const rated = (
    label: string,
    of: (period: Period) => number | undefined,
    figure: Counted,
    note?: string,
  ) => (
    <Figure
      label={label}
      value={numbers.share(of(now))}
      before={numbers.share(of(before))}
      href={figureAddress(figure, { queue, ...days })}
      note={note}
    />
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
        {counted(t('overview.decided'), (period) => decided(period, queue), 'decided')}
        {decidingKinds.map((kind) => (
          <Fragment key={kind}>{counted(t(`overview.kinds.${kind}`), of(kind), kind)}</Fragment>
        ))}
        {rated(t('overview.rejectRate'), ofDecided('reject'), 'reject')}
        {rated(t('overview.takeDownRate'), ofDecided('takeDown'), 'takeDown')}
        {rated(
          t('overview.undoRate'),
          (period) => {
            const undone = done(period, ['undo'], queue)
            return share(undone, decided(period, queue) + undone)
          },
          'undo',
        )}
        {rated(t('overview.reopenRate'), ofDecided('reopen'), 'reopen')}
        {rated(
          t('overview.watched'),
          (period) => watchedIn(period, queue).mean,
          'watched',
          t('overview.watchedNote', { count: numbers.count(watchedIn(now, queue).count) }),
        )}
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
  const rowOf = (one: Queue) => {
    const waits = now.waits.find((found) => found.queue === one)
    const inHand = now.inHand.find((found) => found.queue === one)
    const list = wholeList(one)
    const rowsOf = (figure: Counted) => figureAddress(figure, { queue: one, ...days })
    return {
      key: one,
      name: t(`overview.queues.${one}`),
      cells: [
        {
          text: numbers.count(total(now.handedIn, one)),
          href: list && `#${listPath(list, new URLSearchParams(days))}`,
        },
        {
          text: numbers.count(done(now, ['reopen', 'resubmit'], one)),
          href: rowsOf('cameBack'),
        },
        {
          text: numbers.count(decided(now, one)),
          href: rowsOf('decided'),
        },
        { text: numbers.time(waits?.median), href: waits && rowsOf('waited') },
        { text: numbers.time(waits?.p90), href: waits && rowsOf('waited') },
        { text: numbers.time(inHand?.median), href: inHand && rowsOf('inHand') },
      ],
    }
  }
  return (
    <FigureTable
      of={t('overview.queue')}
      heads={[
        t('overview.handedIn'),
        t('overview.cameBack'),
        t('overview.decided'),
        t('overview.median'),
        t('overview.p90'),
        t('overview.inHand'),
      ]}
      rows={queueNames.filter((one) => queue === undefined || one === queue).map(rowOf)}
    />
  )
}
