import type { Claimed, focusCalls } from '@screening-room/contract/focus'
import { isCase, itemQueueOf, type ListName, lists } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import type { CallResult } from '../../../api/queries.ts'
import { shownTime } from '../../../shared/dates.ts'
import { History } from '../../../shared/History.tsx'
import { LastDecided } from '../../../shared/LastDecided.tsx'
import { ReviewStatus } from '../../../shared/ReviewStatus.tsx'
import { SubmitterCounts } from '../../../shared/SubmitterCounts.tsx'
import { useReasonNames } from '../../../shared/useReasons.ts'
import { useTranslation } from '../../../texts/i18n.ts'
import { Text } from '../../../ui/Text.tsx'

interface SubmitterProps {
  list: ListName
  item: Claimed
  about: CallResult<typeof focusCalls.about>
  coversBlurred: boolean
}

/** The submitter and the decisions on their other items, the reports on this video, and its history. */
export function Submitter({ list, item, about, coversBlurred }: SubmitterProps) {
  const { queue } = lists[list]
  const reports = about.data?.data.reports ?? []
  const decided = about.data?.data.decided ?? []
  // The pending ones of a case are shown above, as the case.
  const others = isCase(queue) ? reports.filter(isClosed) : reports
  return (
    <>
      <SubmitterCounts about={about} />
      {decided.length > 0 && <LastDecided {...{ list, items: decided, coversBlurred }} />}
      {others.length > 0 && <Reports reports={others} closed={isCase(queue)} />}
      <History key={item.id} queue={itemQueueOf(queue)} id={item.id} quiet />
    </>
  )
}

type Reported = Pick<
  NonNullable<Claimed['reports']>[number],
  'id' | 'reportMessageId' | 'createTime' | 'reportTime' | 'reportStatus'
>

const isClosed = ({ reportStatus }: Reported) => reportStatus !== status.pending

function Reports({ reports, closed }: { reports: readonly Reported[]; closed: boolean }) {
  const { t } = useTranslation()
  const reasonName = useReasonNames()
  const title = t(closed ? 'focus.closedReports' : 'focus.reportsOn')
  return (
    <section className="sr-focus-reports" aria-label={title}>
      <h3>
        {title} <span className="sr-count">{reports.length}</span>
      </h3>
      <ul>
        {reports.slice(0, 6).map((report) => (
          <li key={report.id}>
            <Text>{reasonName(report.reportMessageId)}</Text>
            <time>{shownTime(report.createTime ?? report.reportTime)}</time>
            <ReviewStatus value={report.reportStatus} of="reportStatus" />
          </li>
        ))}
      </ul>
    </section>
  )
}
