import { type Member, memberCountsTo, type ReportCounts } from '@screening-room/contract/members'
import { listWith } from '@screening-room/contract/queues'
import { Age } from '../../shared/Age.tsx'
import { listPath } from '../../shared/list-address.ts'
import { ReviewStatus } from '../../shared/ReviewStatus.tsx'
import { useReasonNames } from '../../shared/useReasons.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { Text } from '../../ui/Text.tsx'

const names = ['pending', 'upheld', 'dismissed', 'withdrawn'] as const

/** What others reported of them, and what they reported of others. */
export function MemberReports({ member }: { member: Member }) {
  const { t } = useTranslation()
  const reasonName = useReasonNames()
  const { reportsAgainst, reportsBy, reported } = member
  return (
    <section aria-labelledby="sr-member-reports">
      <h3 id="sr-member-reports">{t('member.reports')}</h3>
      <div className="sr-member-reports">
        <Counted title={t('member.against')} counts={reportsAgainst} />
        <Counted title={t('member.by')} counts={reportsBy} />
      </div>
      {reported.length > 0 && (
        <>
          <h4>{t('member.reported')}</h4>
          <ul className="sr-member-rows">
            {reported.map(({ id, videoId, videoType, title, reasonId, status, time }) => {
              const list = listWith('video', videoType)
              const name = <Text>{title || `#${videoId}`}</Text>
              return (
                <li key={id}>
                  <Age time={time} />
                  <span className="sr-cut">
                    {list ? (
                      <a
                        href={`#${listPath(list, new URLSearchParams({ view: String(videoId) }))}`}
                      >
                        {name}
                      </a>
                    ) : (
                      name
                    )}
                  </span>
                  <Text>{reasonName(reasonId)}</Text>
                  <ReviewStatus value={status} of="reportStatus" />
                </li>
              )
            })}
          </ul>
        </>
      )}
    </section>
  )
}

/** Of those that were decided, how many were upheld: what is pending says nothing yet. */
function Counted({ title, counts }: { title: string; counts: ReportCounts }) {
  const { t, language } = useTranslation()
  const { upheld, dismissed, more } = counts
  const number = (n: number) => `${more ? '≥ ' : ''}${n.toLocaleString(language)}`
  const decided = upheld + dismissed
  const share = (upheld / decided).toLocaleString(language, {
    style: 'percent',
    maximumFractionDigits: 0,
  })
  return (
    <div>
      <h4>{title}</h4>
      <dl>
        {names.map((name) => (
          <div key={name}>
            <dt>{t(`member.${name}`)}</dt>
            <dd>{number(counts[name])}</dd>
          </div>
        ))}
      </dl>
      <p className="sr-muted">
        {decided === 0
          ? t('member.noneDecided')
          : t('member.precision', {
              upheld: upheld.toLocaleString(language),
              decided: decided.toLocaleString(language),
              share,
            })}
        {more && ` ${t('member.ofFirst', { most: memberCountsTo.toLocaleString(language) })}`}
      </p>
    </div>
  )
}
