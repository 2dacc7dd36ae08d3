import type { MemberStrikes as Strikes } from '@screening-room/contract/strikes'
import { Age } from '../../shared/Age.tsx'
import { itemPath } from '../../shared/event-words.ts'
import { useReasonNames } from '../../shared/useReasons.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Text } from '../../ui/Text.tsx'

/** What the take-downs of their videos weigh at this moment. */
export function MemberStrikes({ strikes }: { strikes: Strikes }) {
  const { t } = useTranslation()
  const reasonName = useReasonNames()
  const { points, reached, thresholds, expiresDays, entries } = strikes
  return (
    <section aria-labelledby="sr-member-strikes">
      <h3 id="sr-member-strikes">{t('member.strikes')}</h3>
      <p>
        <StatusBadge tone={reached === null ? 'good' : 'bad'}>
          {t('member.points', { count: points })}
        </StatusBadge>{' '}
        {reached === null
          ? t('member.belowThresholds', { thresholds: thresholds.join(' · ') })
          : t('member.reached', { reached, thresholds: thresholds.join(' · ') })}
      </p>
      <p className="sr-muted">{t('member.strikesHint', { days: expiresDays })}</p>
      {entries.length > 0 && (
        <ul className="sr-member-rows">
          {entries.map(({ event, queue, videoId, title, reasonIds, weight, at, expiresAt }) => (
            <li key={event}>
              <Age time={at} />
              <span className="sr-cut">
                <a href={`#${itemPath(queue, videoId)}`}>
                  <Text>{title || `#${videoId}`}</Text>
                </a>
              </span>
              <Text>{reasonIds.map(reasonName).join(' · ')}</Text>
              <span>{t('member.weight', { weight, day: expiresAt.slice(0, 10) })}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
