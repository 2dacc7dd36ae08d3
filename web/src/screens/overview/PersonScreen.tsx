import {
  decidingKinds,
  overviewCalls,
  type PersonPeriod,
  type PersonWork,
} from '@screening-room/contract/overview'
import { type Queue, queueNames } from '@screening-room/contract/queues'
import { useCall } from '../../api/queries.ts'
import { usePath } from '../../shared/address.ts'
import { Failure } from '../../shared/Failure.tsx'
import { idOf } from '../../shared/list-query.ts'
import { figureAddress } from '../../shared/record-address.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Text } from '../../ui/Text.tsx'
import { Figure, Rows } from './Figure.tsx'
import { daysOf, decided, done, total, watchedIn } from './figures.ts'
import { useNumbers } from './numbers.ts'
import { Outcomes } from './Outcomes.tsx'
import { SpanChoice, useChoice } from './SpanChoice.tsx'
import './overview.css'

const everyMs = 60_000
const notFound = 404

/** The work of one person over time, for themselves and for those who see the team's. */
export default function PersonScreen() {
  const { t } = useTranslation()
  const id = idOf(usePath().split('/').at(-1) ?? '')
  const { span, choose } = useChoice()
  const reading = useCall(
    overviewCalls.person,
    { id: id ?? 0, ...span },
    { enabled: id !== undefined, every: everyMs, fresh: 1000 },
  )
  const person = reading.data?.data

  if (id === undefined || reading.error?.code === notFound)
    return <EmptyState>{t('overview.person.missing')}</EmptyState>
  if (reading.isPending) return <Skeleton rows={10} />
  if (!person)
    return <Failure text={t('overview.failed')} failure={reading.error} retry={reading.refetch} />
  return (
    <div className="sr-overview">
      <section aria-labelledby="overview-person">
        <div className="sr-overview-head">
          <h2 id="overview-person">
            <Text>{person.nickName}</Text>
          </h2>
          <SpanChoice span={span} choose={choose} />
        </div>
        <p className="sr-muted">{t('overview.person.hint')}</p>
        <div aria-busy={reading.isPlaceholderData}>
          <PersonTotals person={person} />
          <Outcomes of={person} queue={undefined} person={person.id} />
          <ByQueue person={person} />
        </div>
      </section>
    </div>
  )
}

function PersonTotals({ person: { id, now, before } }: { person: PersonWork }) {
  const { t } = useTranslation()
  const numbers = useNumbers()
  const days = daysOf(now)
  const counted = (of: (period: PersonPeriod) => number) => {
    const [value, past] = [of(now), of(before)]
    return {
      value: numbers.count(value),
      before: numbers.count(past),
      change: past > 0 ? numbers.change(value / past - 1) : undefined,
    }
  }
  const watched = watchedIn(now, undefined)
  return (
    <dl className="sr-figures">
      <Figure
        label={t('overview.decided')}
        {...counted((period) => decided(period, undefined))}
        href={figureAddress('decided', { person: id, ...days })}
      />
      {decidingKinds.map((kind) => (
        <Figure
          key={kind}
          label={t(`overview.kinds.${kind}`)}
          {...counted((period) => done(period, [kind], undefined))}
          href={figureAddress(kind, { person: id, ...days })}
        />
      ))}
      <Figure
        label={t('overview.undone')}
        {...counted((period) => done(period, ['undo'], undefined))}
        href={figureAddress('undo', { person: id, ...days })}
      />
      <Figure
        label={t('overview.reopenedByOthers')}
        {...counted((period) => total(period.reopened, undefined))}
        href={figureAddress('reopenedByOthers', { person: id, ...days })}
      />
      <Figure
        label={t('overview.watched')}
        value={numbers.share(watched.mean)}
        before={numbers.share(watchedIn(before, undefined).mean)}
        note={t('overview.watchedNote', { count: numbers.count(watched.count) })}
        href={figureAddress('watched', { person: id, ...days })}
      />
    </dl>
  )
}

/** What they were given is not the same for everybody: each queue by itself. */
function ByQueue({ person: { id, now } }: { person: PersonWork }) {
  const { t } = useTranslation()
  const numbers = useNumbers()
  const of = { person: id, ...daysOf(now) }
  const cellsOf = (queue: Queue) => {
    return [
      {
        head: t('overview.decided'),
        text: numbers.count(decided(now, queue)),
        href: figureAddress('decided', { ...of, queue }),
      },
      {
        head: t('overview.undone'),
        text: numbers.count(done(now, ['undo'], queue)),
        href: figureAddress('undo', { ...of, queue }),
      },
      {
        head: t('overview.reopenedByOthers'),
        text: numbers.count(total(now.reopened, queue)),
        href: figureAddress('reopenedByOthers', { ...of, queue }),
      },
      {
        head: t('overview.watched'),
        text: numbers.share(watchedIn(now, queue).mean),
        href: figureAddress('watched', { ...of, queue }),
      },
      {
        head: t('overview.inHand'),
        text: numbers.time(now.inHand.find((one) => one.queue === queue)?.median),
        href: undefined,
      },
    ]
  }
  const rows = queueNames.map((queue) => ({ queue, cells: cellsOf(queue) }))
  return (
    <table className="sr-overview-table">
      <thead>
        <tr>
          <th scope="col">{t('overview.queue')}</th>
          {rows[0]?.cells.map(({ head }) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ queue, cells }) => (
          <tr key={queue}>
            <th scope="row">{t(`overview.queues.${queue}`)}</th>
            {cells.map(({ head, text, href }) => (
              <td key={head} data-label={head}>
                <Rows text={text} href={href} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
