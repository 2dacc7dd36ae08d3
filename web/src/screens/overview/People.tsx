import type { Figure } from '@screening-room/contract/figures'
import { overviewCalls, type SpanInput } from '@screening-room/contract/overview'
import { queueNames } from '@screening-room/contract/queues'
import { useCall } from '../../api/queries.ts'
import { useAddress } from '../../shared/address.ts'
import { Failure } from '../../shared/Failure.tsx'
import { figureAddress } from '../../shared/record-address.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Text } from '../../ui/Text.tsx'
import { FigureTable } from './FigureTable.tsx'
import { type Chosen, type daysOf, decided, done, total, watchedIn } from './figures.ts'
import { useNumbers } from './numbers.ts'
import { personAddress } from './person-address.ts'
import { TableFiles } from './plots/TableFiles.tsx'

interface PeopleProps {
  span: SpanInput
  /** Of the span, once it is known. */
  days: ReturnType<typeof daysOf> | undefined
  queue: Chosen
}

/** What each person did, by name: no ranking and no score, since what they were given differs. */
export function People({ span, days, queue }: PeopleProps) {
  const { t } = useTranslation()
  const numbers = useNumbers()
  const { query } = useAddress()
  const reading = useCall(overviewCalls.people, span, { every: 60_000, fresh: 1000 })
  const people = reading.data?.data
  const queues = queueNames.filter((one) => queue === undefined || one === queue)
  const heads = [
    t('overview.decided'),
    t('overview.undone'),
    t('overview.reopenedByOthers'),
    t('overview.watched'),
    ...(queue ? [t('overview.inHand')] : []),
    ...(queue ? [] : queues.map((one) => t(`overview.queues.${one}`))),
  ]
  const rows = people?.map((person) => {
    const { id } = person
    const figure = (of: Figure, count: number, one = queue) => ({
      value: count,
      text: numbers.count(count),
      href: days && figureAddress(of, { person: id, queue: one, ...days }),
    })
    const { mean } = watchedIn(person, queue)
    const median = person.inHand.find((one) => one.queue === queue)?.median
    return {
      ...person,
      cells: [
        figure('decided', decided(person, queue)),
        figure('undo', done(person, ['undo'], queue)),
        figure('reopenedByOthers', total(person.reopened, queue)),
        { ...figure('watched', 0), value: numbers.share(mean), text: numbers.share(mean) },
        ...(queue
          ? [{ ...figure('inHand', 0), value: median ?? '', text: numbers.time(median) }]
          : queues.map((one) => figure('decided', decided(person, one), one))),
      ],
    }
  })

  return (
    <section aria-labelledby="overview-people">
      <div className="sr-overview-head">
        <h3 id="overview-people">{t('overview.people.title')}</h3>
        {rows && rows.length > 0 && (
          <TableFiles
            title={t('overview.people.title')}
            rows={() => [
              [t('overview.people.name'), ...heads],
              ...rows.map(({ nickName, cells }) => [nickName, ...cells.map(({ value }) => value)]),
            ]}
          />
        )}
      </div>
      <p className="sr-muted">{t('overview.people.hint')}</p>
      {!people && reading.isError && (
        <Failure text={t('overview.failed')} failure={reading.error} retry={reading.refetch} />
      )}
      {reading.isPending && <Skeleton rows={4} />}
      {rows?.length === 0 && <p className="sr-muted">{t('overview.people.none')}</p>}
      {rows && rows.length > 0 && (
        <FigureTable
          of={t('overview.people.name')}
          heads={heads}
          rows={rows.map(({ id, nickName, cells }) => ({
            key: id,
            name: (
              <a href={personAddress(id, query)}>
                <Text>{nickName}</Text>
              </a>
            ),
            cells,
          }))}
        />
      )}
    </section>
  )
}
