import type { FocusQueue } from '@screening-room/contract/focus'
import { useTranslation } from 'react-i18next'
import { RowButton } from '../../ui/RowButton.tsx'
import { Key } from './keys/Key.tsx'
import type { Command } from './keys/keymap.ts'
import type { Keys } from './keys/useKeymap.ts'
import { mostUnsent } from './session/review-session.ts'
import type { Work } from './session/session-state.ts'
import type { Looks } from './useImageFilters.ts'

interface FocusHeadProps {
  queue: FocusQueue
  now: Work
  keys: Keys
  looks: Looks
  run: Record<Command, () => void>
}

/** Where one is, how much is left, and what is wrong with the connection. */
export function FocusHead({ queue, now, keys, looks, run }: FocusHeadProps) {
  const { t } = useTranslation()
  const { approve, reject, takeDown, dismiss } = now.tally
  const decided = approve + reject + takeDown + dismiss
  const tool = (
    command: 'blur' | 'grey' | 'hide' | 'help' | 'quit',
    label: string,
    on?: boolean,
  ) => (
    <RowButton onClick={run[command]} {...(on === undefined ? {} : { pressed: on })}>
      {label} <Key>{keys.label(command)}</Key>
    </RowButton>
  )
  return (
    <header className="sr-focus-head">
      <h2>{t(`focus.queues.${queue}`)}</h2>
      <p>
        <span>{t('focus.decidedCount', { count: decided })}</span>
        <span>{t(now.more ? 'focus.leftMore' : 'focus.leftCount', { count: now.left })}</span>
        <span className={now.unsent > 0 ? 'sr-focus-saving' : 'sr-focus-saved'}>
          {t(now.unsent > 0 ? 'focus.saving' : 'focus.saved')}
        </span>
      </p>
      <div className="sr-focus-tools">
        {tool('blur', t('focus.blur'), looks.blurred)}
        {tool('grey', t('focus.grey'), looks.grey)}
        {tool('hide', t(looks.hidden ? 'focus.show' : 'focus.hide'))}
        {tool('help', t('focus.keys'))}
        {tool('quit', t('focus.quit'))}
      </div>
      <Banner now={now} />
    </header>
  )
}

function Banner({ now }: { now: Work }) {
  const { t } = useTranslation()
  const count = now.unsent
  const stuck = count > 0 ? t('focus.stuckUnsent', { count }) : t('focus.stuck')
  const said = [now.stuck && stuck, now.stuck && count >= mostUnsent && t('focus.blocked')]
  return (
    <p className="sr-offline" role="status" hidden={!now.stuck}>
      {said.filter(Boolean).join(' ')}
    </p>
  )
}
