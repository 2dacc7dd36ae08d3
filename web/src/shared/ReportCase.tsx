import type { Report, ReporterCounts } from '@screening-room/contract/reports'
import { Fragment } from 'react'
import { useTranslation } from '../texts/i18n.ts'
import { Text } from '../ui/Text.tsx'
import { Field, Fields } from './DetailDialog.tsx'
import { shownTime } from './dates.ts'
import { MemberLink } from './MemberLink.tsx'
import { UpheldOf } from './UpheldOf.tsx'
import { useReasonNames } from './useReasons.ts'
import './about.css'

/** How often each occurs, the most frequent first. */
function tally<T>(values: readonly T[]): [T, number][] {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)
}

interface ReportCaseProps {
  reports: readonly Report[]
  /** What became of other reports of the same people, once it is known. */
  counts: readonly ReporterCounts[] | null | undefined
}

/** All pending reports on one video, decided together. */
export function ReportCase({ reports, counts }: ReportCaseProps) {
  const { t } = useTranslation()
  const reasonName = useReasonNames()
  const times = reports.map((one) => one.createTime ?? one.reportTime ?? '').sort()
  const reporters = [...new Set(reports.map(({ reportUserId }) => reportUserId).filter(Boolean))]
  return (
    <section className="sr-case" aria-label={t('focus.case')}>
      <h3>
        {t('focus.case')} <span className="sr-count">{reports.length}</span>
      </h3>
      <ul>
        {tally(reports.map(({ reportMessageId }) => reportMessageId)).map(([id, count]) => (
          <li key={id ?? 0}>
            <strong>{t('focus.times', { count })}</strong>
            <Text>{reasonName(id)}</Text>
          </li>
        ))}
      </ul>
      <Fields>
        <Field label={t('focus.reportedFrom')}>
          <Text>{shownTime(times[0])}</Text>
        </Field>
        {times.length > 1 && (
          <Field label={t('focus.reportedTo')}>
            <Text>{shownTime(times.at(-1))}</Text>
          </Field>
        )}
        <Field label={t('focus.reporters')} wide>
          {reporters.map((id, index) => (
            <Fragment key={id}>
              {index > 0 && ' · '}
              <MemberLink id={id}>{`#${id}`}</MemberLink> <UpheldOf reporters={counts} id={id} />
            </Fragment>
          ))}
        </Field>
      </Fields>
    </section>
  )
}
