import { DownloadOutlined } from '@ant-design/icons'
import { overviewCalls, type Span } from '@screening-room/contract/overview'
import { queueNames as allQueues } from '@screening-room/contract/queues'
import { Skeleton } from 'antd'
import { useCall } from '../../api/queries.ts'
import { Failure } from '../../shared/Failure.tsx'
import { recordAddress } from '../../shared/record-address.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { RowButton } from '../../ui/RowButton.tsx'
import { type Chosen, decided, done, total } from './figures.ts'
import { queueNames } from './Now.tsx'
import { useNumbers } from './numbers.ts'
import { saveCsv } from './plots/download.ts'

/** What each person did, by name: no ranking and no score, since what they were given differs. */
export function People({ span, queue }: { span: Span; queue: Chosen }) {
  const { t } = useTranslation()
  const numbers = useNumbers()
  const reading = useCall(overviewCalls.people, { span }, { every: 60_000, fresh: 1000 })
  const people = reading.data?.data
  const queues = allQueues.filter((one) => queue === undefined || one === queue)
  const heads = [
    t('overview.decided'),
    t('overview.undone'),
    t('overview.reopenedByOthers'),
    ...(queue ? [] : queues.map((one) => t(queueNames[one]))),
  ]
  const rows = people?.map((person) => ({
    ...person,
    counts: [
      decided(person, queue),
      done(person, ['undo'], queue),
      total(person.reopened, queue),
      ...(queue ? [] : queues.map((one) => decided(person, one))),
    ],
  }))

  return (
    <section aria-labelledby="overview-people">
      <div className="sr-overview-head">
        <h3 id="overview-people">{t('overview.people.title')}</h3>
        {rows && rows.length > 0 && (
          <RowButton
            label={t('overview.plot.file', { title: t('overview.people.title'), kind: 'CSV' })}
            onClick={() =>
              saveCsv(t('overview.people.title'), [
                [t('overview.people.name'), ...heads],
                ...rows.map(({ nickName, counts }) => [nickName, ...counts]),
              ])
            }
          >
            <DownloadOutlined aria-hidden /> CSV
          </RowButton>
        )}
      </div>
      <p className="sr-muted">{t('overview.people.hint')}</p>
      {!people && reading.isError && (
        <Failure text={t('overview.failed')} failure={reading.error} retry={reading.refetch} />
      )}
      {reading.isPending && <Skeleton active paragraph={{ rows: 4 }} />}
      {rows?.length === 0 && <p className="sr-muted">{t('overview.people.none')}</p>}
      {rows && rows.length > 0 && (
        <table className="sr-overview-table">
          <thead>
            <tr>
              <th scope="col">{t('overview.people.name')}</th>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, nickName, counts }) => (
              <tr key={id}>
                <th scope="row">
                  <Name text={nickName} href={recordAddress({ person: id, queue })} />
                </th>
                {counts.map((count, index) => (
                  <td key={heads[index]} data-label={heads[index]}>
                    {numbers.count(count)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

const Name = ({ text, href }: { text: string; href: string | undefined }) =>
  href ? <a href={href}>{text}</a> : text
