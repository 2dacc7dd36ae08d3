import { overviewCalls } from '@screening-room/contract/overview'
import { isCase, type ListName, lists } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import { useCall } from '../../api/queries.ts'
import { Age } from '../../shared/Age.tsx'
import { Failure } from '../../shared/Failure.tsx'
import { listPath } from '../../shared/list-address.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Imports } from './Imports.tsx'
import { useNumbers } from './numbers.ts'

const everyMs = 15_000
/** Beyond it, the server does not count on. */
const countsTo = 1000

/** What is pending in a list; those that wait longest come first where it can be sorted so. */
function pendingAddress(list: ListName, longestFirst: boolean): string {
  const { orders }: { orders: readonly string[] } = lists[list]
  const order = longestFirst && (orders.includes('waiting') ? 'waiting' : 'oldest')
  return `#${listPath(list, new URLSearchParams({ status: String(status.pending), ...(order && { order }) }))}`
}

/** How things stand at this moment. */
export function Now() {
  const { t } = useTranslation()
  const numbers = useNumbers()
  const reading = useCall(overviewCalls.now, {}, { every: everyMs, fresh: 1000 })
  const now = reading.data?.data
  const upTo = (count: number) =>
    count > countsTo
      ? t('overview.moreThan', { count: numbers.count(countsTo) })
      : numbers.count(count)

  return (
    <section aria-labelledby="overview-now">
      <h2 id="overview-now">{t('overview.now.title')}</h2>
      {!now && reading.isError && (
        <Failure text={t('overview.failed')} failure={reading.error} retry={reading.refetch} />
      )}
      {reading.isPending && <Skeleton rows={5} />}
      {now && (
        <>
          <table className="sr-overview-table">
            <thead>
              <tr>
                <th scope="col">{t('overview.list')}</th>
                <th scope="col">{t('status.pending')}</th>
                <th scope="col">{t('overview.now.oldest')}</th>
                <th scope="col">{t('overview.now.overdue')}</th>
                <th scope="col" title={t('overview.now.atRiskHint')}>
                  {t('overview.now.atRisk')}
                </th>
              </tr>
            </thead>
            <tbody>
              {now.lists.map(({ list, pending, oldest, overdue, atRisk, targetHours }) => (
                <tr key={list}>
                  <th scope="row">{t(`focus.queues.${list}`)}</th>
                  <td data-label={t('status.pending')}>
                    <a href={pendingAddress(list, false)}>{numbers.count(pending)}</a>
                  </td>
                  <td data-label={t('overview.now.oldest')}>
                    <Age time={oldest} />
                  </td>
                  <td data-label={t('overview.now.overdue')}>
                    {overdue > 0 ? (
                      <a href={pendingAddress(list, true)}>
                        <StatusBadge tone="bad">
                          {isCase(lists[list].queue)
                            ? t('overview.now.videos', { count: upTo(overdue) })
                            : upTo(overdue)}
                        </StatusBadge>
                      </a>
                    ) : (
                      <StatusBadge tone="good">{t('overview.now.none')}</StatusBadge>
                    )}{' '}
                    <span className="sr-muted">
                      {t('overview.now.target', { hours: numbers.count(targetHours) })}
                    </span>
                  </td>
                  <td data-label={t('overview.now.atRisk')}>
                    {atRisk > 0 ? <a href={pendingAddress(list, true)}>{upTo(atRisk)}</a> : '0'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <h3>{t('overview.now.held')}</h3>
          {now.held.length === 0 && <p className="sr-muted">{t('overview.now.noneHeld')}</p>}
          <ul className="sr-overview-held">
            {now.held.map(({ id, nickName, queue, count, since }) => (
              <li key={`${id} ${queue}`}>
                <b>{nickName}</b> {t(`overview.queues.${queue}`)} {numbers.count(count)}{' '}
                <span className="sr-muted">
                  <Age time={since} />
                </span>
              </li>
            ))}
          </ul>
          {now.secondPerson && <SecondPerson {...now.secondPerson} />}
          {now.deadEndpoints + now.deadDeliveries > 0 && (
            <p className="sr-overview-trouble" role="status">
              <a href="#/dashboard/platform?tab=endpoints">
                {t('overview.now.trouble', {
                  endpoints: numbers.count(now.deadEndpoints),
                  deliveries: upTo(now.deadDeliveries),
                })}
              </a>
            </p>
          )}
          {now.imports.length > 0 && <Imports imports={now.imports} />}
        </>
      )}
    </section>
  )
}

/** Requests for a second person, as the list of them has them. */
function SecondPerson({ count, oldest }: { count: number; oldest: string | null }) {
  const { t } = useTranslation()
  const numbers = useNumbers()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of figures, not of fields
    <div role="group" aria-labelledby="overview-second">
      <h3 id="overview-second">{t('overview.now.second')}</h3>
      {count === 0 ? (
        <p className="sr-muted">{t('overview.now.noneSecond')}</p>
      ) : (
        <p>
          <a href="#/dashboard/confirmations">
            <StatusBadge tone="waiting">
              {t('overview.now.requests', { count: numbers.count(count) })}
            </StatusBadge>
          </a>{' '}
          <span className="sr-muted">
            {t('overview.now.oldest')} <Age time={oldest} />
          </span>
        </p>
      )}
    </div>
  )
}
