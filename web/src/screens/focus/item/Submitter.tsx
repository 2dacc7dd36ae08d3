import type { Claimed, focusCalls } from '@screening-room/contract/focus'
import { itemQueueOf, type ListName, lists } from '@screening-room/contract/queues'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallResult } from '../../../api/queries.ts'
import { shownTime } from '../../../shared/dates.ts'
import { History } from '../../../shared/History.tsx'
import { ReviewStatus } from '../../../shared/ReviewStatus.tsx'
import { SubmitterCounts } from '../../../shared/SubmitterCounts.tsx'
import { useReasonNames } from '../../../shared/useReasons.ts'
import { Text } from '../../../ui/Text.tsx'

interface SubmitterProps {
  list: ListName
  item: Claimed
  about: CallResult<typeof focusCalls.about>
}

/** The submitter and their past decisions, the reports on this video, and its history. */
export function Submitter({ list, item, about }: SubmitterProps) {
  return (
    <>
      <SubmitterCounts about={about} />
      {item.video && <Reports about={about} />}
      <PastDecisions key={item.id} list={list} id={item.id} />
    </>
  )
}

function Reports({ about }: Pick<SubmitterProps, 'about'>) {
  const { t } = useTranslation()
  const reasonName = useReasonNames()
  const reports = about.data?.data.reports ?? []
  if (reports.length === 0) return null
  return (
    <section className="sr-focus-reports" aria-label={t('focus.reportsOn')}>
      <h3>
        {t('focus.reportsOn')} <span className="sr-count">{reports.length}</span>
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

/** Loaded when it is opened. */
function PastDecisions({ list, id }: { list: ListName; id: number }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <details
      className="sr-focus-history"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('history.title')}</summary>
      {open && <History queue={itemQueueOf(lists[list].queue)} id={id} />}
    </details>
  )
}
