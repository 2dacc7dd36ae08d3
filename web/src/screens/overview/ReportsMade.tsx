import type { OverviewHistory } from '@screening-room/contract/overview'
import { isCase } from '@screening-room/contract/queues'
import { useReasonNames } from '../../shared/useReasons.ts'
import { useTranslation } from '../../texts/i18n.ts'
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
  const heads = {
    made: t('overview.reports.made'),
    upheld: t('overview.reports.upheld'),
    dismissed: t('overview.reports.dismissed'),
    share: t('overview.reports.share'),
    before: t('overview.timeBefore'),
  }
  return (
    <>
      <h3>{t('overview.reports.title')}</h3>
      <p className="sr-muted">{t('overview.reports.hint')}</p>
      <table className="sr-overview-table">
        <thead>
          <tr>
            <th scope="col">{t('overview.reason')}</th>
            {Object.values(heads).map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {now.reports.map(({ id, made, upheld, dismissed }) => (
            <tr key={id}>
              <th scope="row">{nameOf(id)}</th>
              <td data-label={heads.made}>{numbers.count(made)}</td>
              <td data-label={heads.upheld}>{numbers.count(upheld)}</td>
              <td data-label={heads.dismissed}>{numbers.count(dismissed)}</td>
              <td data-label={heads.share}>{numbers.share(share(upheld, upheld + dismissed))}</td>
              <td data-label={heads.before}>
                {numbers.count(before.reports.find((one) => one.id === id)?.made ?? 0)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
