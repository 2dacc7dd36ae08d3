import { overviewCalls } from '@screening-room/contract/overview'
import { queueNames } from '@screening-room/contract/queues'
import { config } from '../../api/config.ts'
import { useCall } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { dayIn, laterDay } from '../../shared/dates.ts'
import { Failure } from '../../shared/Failure.tsx'
import { figureAddress } from '../../shared/record-address.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Figure } from './Figure.tsx'
import { decided, done, total, watchedIn } from './figures.ts'
import { useNumbers } from './numbers.ts'
import { personAddress } from './person-address.ts'

/** One's own figures. Of the others only those who see everybody's work see them. */
export function MyWork() {
  const { t } = useTranslation()
  const numbers = useNumbers()
  const { userInfo } = useSession()
  const reading = useCall(overviewCalls.mine, {}, { every: 30_000, fresh: 1000 })
  const mine = reading.data?.data

  return (
    <section aria-labelledby="overview-mine">
      <h2 id="overview-mine">{t('overview.mine.title')}</h2>
      <p className="sr-muted">{t('overview.mine.hint')}</p>
      {userInfo && (
        <p>
          <a href={personAddress(userInfo.id)}>{t('overview.person.link')}</a>
        </p>
      )}
      {!mine && reading.isError && (
        <Failure text={t('overview.failed')} failure={reading.error} retry={reading.refetch} />
      )}
      {reading.isPending && <Skeleton rows={3} />}
      {mine &&
        (['today', 'week'] as const).map((span) => {
          const work = mine[span]
          const end = dayIn(config().platformTz)
          const days = { start: span === 'today' ? end : mondayOf(end), end }
          const person = userInfo?.id ?? 0
          const watched = watchedIn(work, undefined)
          const queues = queueNames.flatMap((queue) => {
            const count = decided(work, queue)
            return count > 0 ? [`${t(`overview.queues.${queue}`)} ${numbers.count(count)}`] : []
          })
          return (
            <div key={span}>
              <h3>{t(`overview.mine.${span}`)}</h3>
              <dl className="sr-figures">
                <Figure
                  label={t('overview.decided')}
                  value={numbers.count(decided(work, undefined))}
                  note={queues.join(' · ')}
                  href={figureAddress('decided', { person, ...days })}
                />
                <Figure
                  label={t('overview.undone')}
                  value={numbers.count(done(work, ['undo'], undefined))}
                  href={figureAddress('undo', { person, ...days })}
                />
                <Figure
                  label={t('overview.reopenedByOthers')}
                  value={numbers.count(total(work.reopened, undefined))}
                  href={figureAddress('reopenedByOthers', { person, ...days })}
                />
                <Figure
                  label={t('overview.watched')}
                  value={numbers.share(watched.mean)}
                  note={t('overview.watchedNote', { count: numbers.count(watched.count) })}
                  href={figureAddress('watched', { person, ...days })}
                />
              </dl>
            </div>
          )
        })}
    </section>
  )
}

/** A week begins on Monday. */
const mondayOf = (day: string) =>
  laterDay(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
