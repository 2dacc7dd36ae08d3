import type { Claimed } from '@screening-room/contract/focus'
import { pendingIn } from '@screening-room/contract/pending-counts'
import { isCase, type ListName, lists } from '@screening-room/contract/queues'
import { Poster } from '../../shared/Poster.tsx'
import { usePendingCounts } from '../../shared/usePendingCounts.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { RowButton } from '../../ui/RowButton.tsx'
import { Text } from '../../ui/Text.tsx'
import { focusPath, kindHandedOut } from './addresses.ts'
import { LastDecision } from './decisions/LastDecision.tsx'
import { bannerOf, titleOf } from './item/item.ts'
import { Key } from './keys/Key.tsx'
import type { RunCommand } from './keys/useCommands.ts'
import type { Keys } from './keys/useKeymap.ts'
import { maxUnsent } from './session/actions.ts'
import { nextItem, type SessionState } from './session/session-state.ts'
import type { ImageFilters } from './useImageFilters.ts'

interface FocusHeaderProps {
  list: ListName
  query: URLSearchParams
  state: SessionState
  keys: Keys
  imageFilters: ImageFilters
  run: RunCommand
}

/** The one bar: the queue, how much is left, the last decision, the next item, and the tools. */
export function FocusHeader({ list, query, state, keys, imageFilters, run }: FocusHeaderProps) {
  const { t } = useTranslation()
  const kind = kindHandedOut(list, query)
  const { approve, reject, takeDown, dismiss } = state.tally
  const decided = approve + reject + takeDown + dismiss
  const left = useLeft(list, query, state)
  const tool = (
    command: 'blur' | 'grey' | 'hide' | 'help' | 'quit',
    label: string,
    on?: boolean,
  ) => (
    <RowButton onClick={run[command]} {...(on === undefined ? {} : { pressed: on })}>
      {label} <Key>{keys.label(command).replace('Shift + ', '⇧')}</Key>
    </RowButton>
  )
  return (
    <header className="sr-focus-header">
      <h2>
        {t(`focus.queues.${list}`)}
        {kind && ` · ${t(`videoType.${kind}`)}`}{' '}
        <span className="sr-muted sr-focus-wide">{t('focus.oldestFirst')}</span>
      </h2>
      <p className="sr-focus-counts">
        {state.phase !== 'starting' && <span>{left}</span>}
        <span className="sr-focus-wide">{t('focus.decidedCount', { count: decided })}</span>
        <span className={state.unsent > 0 ? 'sr-focus-saving' : 'sr-focus-saved'}>
          {t(state.unsent > 0 ? 'focus.saving' : 'focus.saved')}
        </span>
      </p>
      <LastDecision entry={state.done.at(-1)} undoKey={keys.label('undo')} onUndo={run.undo} />
      <Next next={nextItem(state)} imageFilters={imageFilters} />
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

/** "175 left"; of a whole queue of cases, how many reports they are. */
function useLeft(list: ListName, query: URLSearchParams, { left, more }: SessionState): string {
  const { t } = useTranslation()
  const counts = usePendingCounts()
  if (more) return t('focus.leftMore', { count: left })
  if (!isCase(lists[list].queue)) return t('focus.leftCount', { count: left })
  const videos = t(left === 1 ? 'focus.leftVideo' : 'focus.leftVideos', { count: left })
  if (!counts || focusPath(list, query) === '') return videos
  // The counts come a second later than one's own decision: a video has at least one report.
  const reports = Math.max(left, pendingIn(counts, list, kindHandedOut(list, query)))
  return `${videos} · ${t(reports === 1 ? 'focus.leftReport' : 'focus.leftReports', { count: reports })}`
}

interface NextProps {
  next: Claimed | undefined
  imageFilters: ImageFilters
}

function Next({ next, imageFilters }: NextProps) {
  const { t } = useTranslation()
  return (
    <div className="sr-focus-next sr-focus-wide">
      <span className="sr-muted">{t(next ? 'focus.next' : 'focus.nothingNext')}</span>
      {next && !next.certification && (
        <Poster
          key={next.id}
          name={imageFilters.hidden ? undefined : bannerOf(next)}
          blurred={imageFilters.coversBlurred}
        />
      )}
      {next && (
        <span className="sr-focus-ellipsis">
          <Text>{titleOf(next)}</Text> <span className="sr-muted">#{next.id}</span>
        </span>
      )}
    </div>
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
