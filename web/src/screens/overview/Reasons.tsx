import type { OverviewHistory } from '@screening-room/contract/overview'
import { hasAction, type Queue, queueNames, ruleFor } from '@screening-room/contract/queues'
import { figureAddress } from '../../shared/record-address.ts'
import { useReasonNames } from '../../shared/useReasons.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { Rows } from './Figure.tsx'
import { type Chosen, daysOf } from './figures.ts'
import { useNumbers } from './numbers.ts'

/** Whose take-downs name the reasons that are counted. */
const hasReasons = (queue: Queue) =>
  hasAction(queue, 'takeDown') && ruleFor(queue, 'takeDown').needs === 'reasonIds'

/** The queue whose items have such reasons. */
const takenDownFrom = queueNames.find(hasReasons)

/** Why videos were taken down, the most frequent reason first. One take-down may have several. */
export function Reasons({
  history: { now, before },
  queue,
}: {
  history: OverviewHistory
  queue: Chosen
}) {
  const { t } = useTranslation()
  const numbers = useNumbers()
  const nameOf = useReasonNames()
  if (queue !== undefined && !hasReasons(queue)) return null
  if (now.reasons.length === 0) return null
  const most = Math.max(...now.reasons.map(({ count }) => count))
  return (
    <>
      <h3>{t('overview.reasons')}</h3>
      <table className="sr-overview-table sr-overview-reasons">
        <thead>
          <tr>
            <th scope="col">{t('overview.reason')}</th>
            <th scope="col">{t('overview.kinds.takeDown')}</th>
            <th scope="col">{t('overview.timeBefore')}</th>
          </tr>
        </thead>
        <tbody>
          {now.reasons.map(({ id, count }) => (
            <tr key={id}>
              <th scope="row">{nameOf(id)}</th>
              <td data-label={t('overview.kinds.takeDown')}>
                <span
                  className="sr-overview-bar"
                  aria-hidden="true"
                  style={{ inlineSize: `${(count / most) * 120}px` }}
                />
                <Rows
                  href={figureAddress('takeDown', {
                    queue: takenDownFrom,
                    reason: id,
                    ...daysOf(now),
                  })}
                  text={numbers.count(count)}
                />
              </td>
              <td data-label={t('overview.timeBefore')}>
                {numbers.count(before.reasons.find((one) => one.id === id)?.count ?? 0)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
