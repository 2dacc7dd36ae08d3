import { accountCalls, type Session } from '@screening-room/contract/account'
import { Button } from 'antd'
import { Age } from '../../shared/Age.tsx'
import { useAction } from '../../shared/useAction.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { RowButton } from '../../ui/RowButton.tsx'
import { deviceOf } from './device.ts'

export function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useTranslation()
  const shared = {
    failed: { plain: 'people.account.endFailed' },
    reload: [accountCalls.get],
  } as const
  const end = useAction(accountCalls.endSession, { done: 'people.account.ended', ...shared })
  const endOthers = useAction(accountCalls.endSession, {
    done: 'people.account.othersEnded',
    ...shared,
  })
  return (
    <section className="sr-panel sr-sessions" aria-labelledby="account-sessions">
      <h2 id="account-sessions">{t('people.account.sessions')}</h2>
      <p className="sr-muted">{t('people.account.sessionsHint')}</p>
      <ul>
        {sessions.map((session) => {
          const device = deviceOf(session.userAgent) || t('people.account.unknownDevice')
          return (
            <li key={session.id}>
              <strong title={session.userAgent}>{device}</strong>
              <span className="sr-muted">
                {t('people.account.network', { network: session.network })} ·{' '}
                {t('people.account.started')} <Age time={session.startedAt} /> ·{' '}
                {t('people.account.lastUsed')} <Age time={session.lastUsedAt} />
              </span>
              {session.current ? (
                <span className="sr-badge sr-badge-good">{t('people.account.thisOne')}</span>
              ) : (
                <RowButton
                  label={t('people.account.endOne', { device })}
                  disabled={end.running}
                  onClick={() => void end.run({ session: session.id })}
                >
                  {t('people.account.end')}
                </RowButton>
              )}
            </li>
          )
        })}
      </ul>
      {sessions.length > 1 && (
        <Button loading={endOthers.running} onClick={() => void endOthers.run({})}>
          {t('people.account.endOthers')}
        </Button>
      )}
    </section>
  )
}
