import type { AccountNews } from '@screening-room/contract/factors'
import { Age } from '../../shared/Age.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { Text } from '../../ui/Text.tsx'
import { deviceOf } from './device.ts'

/** What was done to the account, by its owner or somebody else: they see here what they did not do. */
export function News({ news }: { news: readonly AccountNews[] }) {
  const { t } = useTranslation()
  if (news.length === 0) return null
  return (
    <section className="sr-panel sr-sessions" aria-labelledby="account-news">
      <h2 id="account-news">{t('factors.news')}</h2>
      <p className="sr-muted">{t('factors.newsHint')}</p>
      <ul>
        {news.map(({ what, at, by, userAgent, network, reason }) => (
          <li key={`${at} ${what}`}>
            <strong>{t(`factors.told.${what}`)}</strong>
            <span className="sr-muted">
              {userAgent !== null && (
                <>
                  {deviceOf(userAgent) || t('people.account.unknownDevice')}
                  {network && ` · ${t('people.account.network', { network })}`}
                </>
              )}
              {by && t('factors.by', { name: by })}
              {reason && (
                <>
                  : <Text>{reason}</Text>
                </>
              )}
            </span>
            <Age time={at} />
          </li>
        ))}
      </ul>
    </section>
  )
}
