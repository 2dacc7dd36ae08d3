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
import { Figure } from './Figure.tsx'
import { FigureTable } from './FigureTable.tsx'
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
  const read = reading.data?.data
  // Not the one who was shown before.
  const person = read?.id === id ? read : undefined

  if (id === undefined || reading.error?.code === notFound)
    return <EmptyState>{t('overview.person.missing')}</EmptyState>
  if (!person)
    return reading.isError ? (
      <Failure text={t('overview.failed')} failure={reading.error} retry={reading.refetch} />
    ) : (
      <Skeleton rows={10} />
    )
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
  const counted = (of: (period: PersonPeriod) => number) => numbers.compared(of(now), of(before))
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
  const cellsOf = (queue: Queue) => [
    { text: numbers.count(decided(now, queue)), href: figureAddress('decided', { ...of, queue }) },
    {
      text: numbers.count(done(now, ['undo'], queue)),
      href: figureAddress('undo', { ...of, queue }),
    },
    {
      text: numbers.count(total(now.reopened, queue)),
      href: figureAddress('reopenedByOthers', { ...of, queue }),
    },
    {
      text: numbers.share(watchedIn(now, queue).mean),
      href: figureAddress('watched', { ...of, queue }),
    },
    {
      text: numbers.time(now.inHand.find((one) => one.queue === queue)?.median),
      href: figureAddress('inHand', { ...of, queue }),
    },
  ]
  return (
    <FigureTable
      of={t('overview.queue')}
      heads={[
        t('overview.decided'),
        t('overview.undone'),
        t('overview.reopenedByOthers'),
        t('overview.watched'),
        t('overview.inHand'),
      ]}
      rows={queueNames.map((queue) => ({
        key: queue,
        name: t(`overview.queues.${queue}`),
        cells: cellsOf(queue),
      }))}
    />
  )
}
