import { historyCalls } from '@screening-room/contract/history'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useCall } from '../../api/queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { waitingElsewhere } from './addresses.ts'
import type { Work } from './session/session-state.ts'

interface EndOfQueueProps {
  /** The path of this place after `focus/`, so that it is not offered as another one. */
  here: string
  work: Work
  onLookAgain: () => void
}

const kinds = ['approve', 'reject', 'dismiss', 'takeDown', 'skip'] as const

/** Nothing is left: what was done, what was put aside, and where else something waits. */
export function EndOfQueue({ here, work, onLookAgain }: EndOfQueueProps) {
  const { t } = useTranslation()
  const counts = useCall(historyCalls.pending, {}, { fresh: 0 }).data?.data
  const elsewhere = counts ? waitingElsewhere(here, counts) : []
  const done = kinds.filter((kind) => work.tally[kind] > 0)
  return (
    <div className="sr-focus-end">
      <EmptyState
        action={
          work.skipped > 0 && (
            <p>
              {t('focus.skippedCount', { count: work.skipped })}{' '}
              <Button type="primary" onClick={onLookAgain}>
                {t('focus.lookAgain')}
              </Button>
            </p>
          )
        }
      >
        <strong>
          {work.held > 0 ? t('focus.doneHeld', { count: work.held }) : t('focus.done')}
        </strong>
        <br />
        {t('focus.doneHint')}
      </EmptyState>
      {done.length > 0 && (
        <section aria-label={t('focus.session')}>
          <h3>{t('focus.session')}</h3>
          <ul className="sr-focus-tally">
            {done.map((kind) => (
              <li key={kind}>
                <strong>{work.tally[kind]}</strong> {t(`focus.did.${kind}`)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {elsewhere.length > 0 && (
        <nav aria-label={t('focus.elsewhere')}>
          <h3>{t('focus.elsewhere')}</h3>
          <ul>
            {elsewhere.map(({ queue, kind, to, count }) => (
              <li key={to}>
                <Link to={`/dashboard/focus/${to}`}>
                  {t(`focus.queues.${queue}`)}
                  {kind && ` · ${t(`videoType.${kind}`)}`}
                </Link>{' '}
                <span className="sr-count">{count}</span>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}
