import { Button } from 'antd'
import { useDecision } from '../../../shared/History.tsx'
import { useSentence } from '../../../shared/useSentence.ts'
import { useTranslation } from '../../../texts/i18n.ts'
import { Text } from '../../../ui/Text.tsx'
import { Key } from '../keys/Key.tsx'
import type { Keys } from '../keys/useKeymap.ts'
import type { ItemProblem, Notice } from '../session/session-state.ts'

interface ProblemNoteProps {
  problem: ItemProblem
  keys: Keys
  onDismiss: () => void
}

export function ProblemNote({ problem, keys, onDismiss }: ProblemNoteProps) {
  const { t } = useTranslation()
  const sentence = useSentence()
  const { serverMessage, lost, choice, decided } = problem
  return (
    <div className="sr-focus-problem" role="alert">
      {decided ? (
        <DecidedByOther {...decided} />
      ) : (
        <p>
          <strong>{t(lost ? 'focus.lostTitle' : 'focus.refusedTitle')}</strong>{' '}
          {serverMessage ?? (lost ? sentence('leaseLost') : t('focus.refused'))}
        </p>
      )}
      {lost && choice?.message && (
        <q className="sr-quote">
          <Text>{choice.message}</Text>
        </q>
      )}
      {lost && (
        <Button onClick={onDismiss}>
          {t('focus.continue')} <Key>{keys.off ? '' : 'Enter'}</Key>
        </Button>
      )}
    </div>
  )
}

/** Who decided, when and why: the reviewer may still be watching. */
function DecidedByOther({ queue, id, status }: NonNullable<ItemProblem['decided']>) {
  const { t } = useTranslation()
  const decision = useDecision(queue, id, status)
  return (
    <>
      <p>
        <strong>{decision?.text ?? t('focus.decidedByOther')}</strong>
      </p>
      {decision?.reason && (
        <q className="sr-quote">
          <Text>{decision.reason}</Text>
        </q>
      )}
    </>
  )
}

export function NoticeLine({ notice }: { notice: Notice }) {
  const { t } = useTranslation()
  const texts = {
    changed: () => t('focus.changedNow'),
    returnedToQueue: () => t('focus.returnedToQueue', { id: notice.id }),
    notUndone: () =>
      t('focus.notUndone', {
        id: notice.id,
        message: notice.kind === 'notUndone' ? notice.serverMessage : '',
      }),
  }
  return (
    <p className="sr-focus-notice" role="status">
      {texts[notice.kind]()}
    </p>
  )
}
