import type { ListName } from '@screening-room/contract/queues'
import { useTranslation } from 'react-i18next'
import { RowButton } from '../../ui/RowButton.tsx'
import { kindHandedOut } from './addresses.ts'
import { Key } from './keys/Key.tsx'
import type { RunCommand } from './keys/useCommands.ts'
import type { Keys } from './keys/useKeymap.ts'
import { maxUnsent } from './session/actions.ts'
import type { SessionState } from './session/session-state.ts'
import type { ImageFilters } from './useImageFilters.ts'

interface FocusHeaderProps {
  list: ListName
  query: URLSearchParams
  state: SessionState
  keys: Keys
  imageFilters: ImageFilters
  run: RunCommand
}

/** The queue, how much is left, the tools, and the state of the connection. */
export function FocusHeader({ list, query, state, keys, imageFilters, run }: FocusHeaderProps) {
  const { t } = useTranslation()
  const kind = kindHandedOut(list, query)
  const { approve, reject, takeDown, dismiss } = state.tally
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
    <header className="sr-focus-header">
      <h2>
        {t(`focus.queues.${list}`)}
        {kind && ` · ${t(`videoType.${kind}`)}`}{' '}
        <span className="sr-muted">{t('focus.oldestFirst')}</span>
      </h2>
      <p>
        <span>{t('focus.decidedCount', { count: decided })}</span>
        {state.phase !== 'starting' && (
          <span>{t(state.more ? 'focus.leftMore' : 'focus.leftCount', { count: state.left })}</span>
        )}
        <span className={state.unsent > 0 ? 'sr-focus-saving' : 'sr-focus-saved'}>
          {t(state.unsent > 0 ? 'focus.saving' : 'focus.saved')}
        </span>
      </p>
      <div className="sr-focus-tools">
        {tool('blur', t('focus.blur'), imageFilters.blurred)}
        {tool('grey', t('focus.grey'), imageFilters.grey)}
        {tool('hide', t(imageFilters.hidden ? 'focus.show' : 'focus.hide'))}
        {tool('help', t('focus.keys'))}
        {tool('quit', t('focus.quit'))}
      </div>
      <RetryBanner state={state} />
    </header>
  )
}

function RetryBanner({ state: { retrying, unsent } }: { state: SessionState }) {
  const { t } = useTranslation()
  const banner = unsent > 0 ? t('focus.retryingUnsent', { count: unsent }) : t('focus.retrying')
  const sentences = [banner, unsent >= maxUnsent && t('focus.tooManyUnsent')]
  return (
    <p className="sr-offline" role="status" hidden={!retrying}>
      {retrying && sentences.filter(Boolean).join(' ')}
    </p>
  )
}
