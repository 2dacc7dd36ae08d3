import type { OverviewHistory } from '@screening-room/contract/overview'
import { isCase } from '@screening-room/contract/queues'
import { useReasonNames } from '../../shared/useReasons.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { FigureTable } from './FigureTable.tsx'
import { type Chosen, share } from './figures.ts'
import { useNumbers } from './numbers.ts'

/** What was reported, and how much of it was upheld. */
export function ReportsMade({
  history: { now, before },
  queue,
}: {
  history: OverviewHistory
  queue: Chosen
}) {
  const { t } = useTranslation()
  const numbers = useNumbers()
  const nameOf = useReasonNames()
  if (queue !== undefined && !isCase(queue)) return null
  if (now.reports.length === 0) return null
  return (
    <>
      <h3>{t('overview.reports.title')}</h3>
      <p className="sr-muted">{t('overview.reports.hint')}</p>
      <FigureTable
        of={t('overview.reason')}
        heads={[
          t('overview.reports.made'),
          t('overview.reports.upheld'),
          t('overview.reports.dismissed'),
          t('overview.reports.share'),
          t('overview.timeBefore'),
        ]}
        rows={now.reports.map(({ id, made, upheld, dismissed }) => ({
          key: id,
          name: nameOf(id),
          cells: [
            { text: numbers.count(made) },
            { text: numbers.count(upheld) },
            { text: numbers.count(dismissed) },
            { text: numbers.share(share(upheld, upheld + dismissed)) },
            { text: numbers.count(before.reports.find((one) => one.id === id)?.made ?? 0) },
          ],
        }))}
      />
    </>
  )
}
