import type { OverviewHistory } from '@screening-room/contract/overview'
import { hasAction, type Queue, queueNames, ruleFor } from '@screening-room/contract/queues'
import { figureAddress } from '../../shared/record-address.ts'
import { useReasonNames } from '../../shared/useReasons.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { FigureTable } from './FigureTable.tsx'
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
      <FigureTable
        of={t('overview.reason')}
        heads={[t('overview.kinds.takeDown'), t('overview.timeBefore')]}
        rows={now.reasons.map(({ id, count }) => ({
          key: id,
          name: nameOf(id),
          cells: [
            {
              text: numbers.count(count),
              href: figureAddress('takeDown', {
                queue: takenDownFrom,
                reason: id,
                ...daysOf(now),
              }),
              bar: (
                <span
                  className="sr-overview-bar"
                  aria-hidden="true"
                  style={{ inlineSize: `${(count / most) * 120}px` }}
                />
              ),
            },
            { text: numbers.count(before.reasons.find((one) => one.id === id)?.count ?? 0) },
          ],
        }))}
      />
    </>
  )
}
