import { useEffect, useState } from 'react'
import { clockText } from '../../../shared/moments.ts'
import { useTranslation } from '../../../texts/i18n.ts'
import { RowButton } from '../../../ui/RowButton.tsx'
import { Key } from '../keys/Key.tsx'
import type { DoneItem } from '../session/session-state.ts'

interface LastDecisionProps {
  entry: DoneItem | undefined
  undoKey: string
  onUndo: () => void
}

/** Seconds left to undo it; undefined until the server has confirmed it. */
function useSecondsLeft(entry: DoneItem | undefined): number | undefined {
  const [, tick] = useState(0)
  const until = entry?.undoUntil
  const isOver = until !== undefined && until < Date.now()
  useEffect(() => {
    if (until === undefined || isOver) return
    const timer = setInterval(() => tick((count) => count + 1), 250)
    return () => clearInterval(timer)
  }, [until, isOver])
  return until === undefined ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1000))
}

/** The last decision and its undo button, always in the same position. */
export function LastDecision({ entry, undoKey, onUndo }: LastDecisionProps) {
  const { t } = useTranslation()
  const seconds = useSecondsLeft(entry)
  if (!entry) return <p className="sr-focus-last sr-muted">{t('focus.nothingDecided')}</p>
  const { item, choice } = entry
  return (
    <p className="sr-focus-last">
      <strong>{t('focus.lastLine', { id: item.id, did: t(`focus.did.${choice.action}`) })}</strong>
      <RowButton onClick={onUndo} disabled={seconds === 0}>
        {seconds ? t('focus.undoIn', { time: clockText(seconds) }) : t('focus.undo')}{' '}
        <Key>{undoKey}</Key>
      </RowButton>
    </p>
  )
}
