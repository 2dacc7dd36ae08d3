import { historyCalls } from '@screening-room/contract/history'
import { Button } from 'antd'
import { useCall } from '../../api/queries.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { otherQueues } from './addresses.ts'
import type { SessionState } from './session/session-state.ts'

interface EndOfQueueProps {
  /** This queue's path after `focus/`, so that it is not offered as another one. */
  path: string
  state: SessionState
  onLookAgain: () => void
}

const actions = ['approve', 'reject', 'dismiss', 'takeDown', 'skip'] as const

/** Nothing is left: what was done and skipped, and which other queues have items. */
export function EndOfQueue({ path: ownPath, state, onLookAgain }: EndOfQueueProps) {
  const { t } = useTranslation()
  const counts = useCall(historyCalls.pending, {}, { fresh: 0 }).data?.data
  const others = counts ? otherQueues(ownPath, counts) : []
  const done = actions.filter((action) => state.tally[action] > 0)
  return (
    <div className="sr-focus-end">
      <EmptyState
        action={
          state.skipped > 0 && (
            <p>
              {t('focus.skippedCount', { count: state.skipped })}{' '}
              <Button type="primary" onClick={onLookAgain}>
                {t('focus.lookAgain')}
              </Button>
            </p>
          )
        }
      >
        <strong>
          {state.held > 0
            ? t('focus.doneHeld', { count: state.held })
            : t(state.skipped > 0 ? 'focus.onlySkipped' : 'focus.done')}
        </strong>
        <br />
        {t('focus.doneHint')}
      </EmptyState>
      {done.length > 0 && (
        <section aria-label={t('focus.session')}>
          <h3>{t('focus.session')}</h3>
          <ul className="sr-focus-tally">
            {done.map((action) => (
              <li key={action}>
                <strong>{state.tally[action]}</strong> {t(`focus.did.${action}`)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <nav aria-label={t('focus.otherQueues')}>
          <h3>{t('focus.otherQueues')}</h3>
          <ul>
            {others.map(({ list, kind, path, count }) => (
              <li key={path}>
                <a href={`#/dashboard/focus/${path}`}>
                  {t(`focus.queues.${list}`)}
                  {kind && ` · ${t(`videoType.${kind}`)}`}
                </a>{' '}
                <span className="sr-count">{count}</span>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}
