import { isCase, queueNames } from '@screening-room/contract/queues'
import type { ItemStory } from '@screening-room/contract/record'
import { shownTime } from '../../shared/dates.ts'
import { itemPath, useEventWords } from '../../shared/event-words.ts'
import { ReviewStatus } from '../../shared/ReviewStatus.tsx'
import { useReasonNames } from '../../shared/useReasons.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { Text } from '../../ui/Text.tsx'

const [caseQueue = ''] = queueNames.filter(isCase)

/* What came to an item and went out of it. Each part is absent where there is nothing. */

export function Versions({ versions }: Pick<ItemStory, 'versions'>) {
  const { t } = useTranslation()
  if (versions.length < 2) return null
  return (
    <section aria-label={t('story.versions')}>
      <h3>{t('story.versions')}</h3>
      <ol className="sr-story-list">
        {versions.map(({ version, title, introduction, replacedAt }) => (
          <li key={version}>
            <div>
              {t('story.version', { version: String(version) })}
              <p className="sr-muted">
                {replacedAt
                  ? t('story.replaced', { time: shownTime(replacedAt) })
                  : t('story.latest')}
              </p>
            </div>
            <div>
              <strong>
                <Text>{title}</Text>
              </strong>
              {introduction && (
                <p>
                  <Text>{introduction}</Text>
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

export function Reports({ reports }: Pick<ItemStory, 'reports'>) {
  const { t } = useTranslation()
  const reasonName = useReasonNames()
  if (reports.length === 0) return null
  return (
    <section aria-label={t('story.reports')}>
      <h3>{t('story.reports')}</h3>
      <ol className="sr-story-list">
        {reports.map(({ id, status, reasonId, reporterId, createdAt }) => (
          <li key={id}>
            <time>{shownTime(createdAt)}</time>
            <div>
              <a href={`#${itemPath(caseQueue, id)}`}>{t('story.reportOne', { id: String(id) })}</a>{' '}
              <Text>{reasonName(reasonId)}</Text>{' '}
              <span className="sr-muted">{t('story.reporter', { id: String(reporterId) })}</span>{' '}
              <ReviewStatus value={status} of="reportStatus" />
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

const states = ['waiting', 'sending', 'delivered', 'dead', 'taken_back', 'not_sent'] as const

export function Deliveries({ deliveries }: Pick<ItemStory, 'deliveries'>) {
  const { t } = useTranslation()
  const words = useEventWords()
  if (deliveries.length === 0) return null
  return (
    <section aria-label={t('story.deliveries')}>
      <h3>{t('story.deliveries')}</h3>
      <ol className="sr-story-list">
        {deliveries.map((one) => {
          const state = states.find((name) => name === one.state)
          return (
            <li key={`${one.event} ${one.endpoint}`}>
              <div>
                <time>{shownTime(one.at)}</time>
              </div>
              <div>
                <p>
                  <strong>{words.action(one.action)}</strong>{' '}
                  <Text>{one.endpoint ?? t('story.builtIn')}</Text>
                </p>
                <p className="sr-muted">
                  {state ? t(`story.delivery.${state}`) : one.state}
                  {one.attempts > 1 && ` · ${t('story.attempts', { count: String(one.attempts) })}`}
                  {one.status !== null && ` · ${one.status}`}
                  {one.error && ` · ${one.error}`}
                </p>
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
