import { isCase, type ListName, lists } from '@screening-room/contract/queues'
import type { Mark } from '@screening-room/contract/receipt'
import { type MouseEvent, Suspense, useCallback, useRef, useState } from 'react'
import { Failure } from '../../shared/Failure.tsx'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { MissingDialog } from '../../shared/MissingDialog.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { focusPath } from './addresses.ts'
import { BreakReminder } from './BreakReminder.tsx'
import { useDecisions } from './decisions/useDecisions.ts'
import { EndOfQueue } from './EndOfQueue.tsx'
import { FocusHeader } from './FocusHeader.tsx'
import { ItemMedia } from './item/ItemMedia.tsx'
import { ItemPanel } from './item/ItemPanel.tsx'
import { useCommands } from './keys/useCommands.ts'
import { useKeymap } from './keys/useKeymap.ts'
import { useShortcuts } from './keys/useShortcuts.ts'
import type { PlayerHandle } from './player/types.ts'
import type { ReviewSession } from './session/review-session.ts'
import { currentItem, nextItem, type SessionState } from './session/session-state.ts'
import { useReviewSession } from './session/useReviewSession.ts'
import { useImageFilters } from './useImageFilters.ts'
import { usePreloadedItem } from './usePreloadedItem.ts'
import './focus.css'

const KeysDialog = lazyPart(() => import('./keys/KeysDialog.tsx'), MissingDialog)
const noMarks: Mark[] = []

/** A click leaves the focus where it was: the next Space is for the player, not for that button. */
function keepFocus(event: MouseEvent) {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  // React passes on a dialog's clicks too, though it is elsewhere in the page.
  if (button && event.currentTarget.contains(button)) event.preventDefault()
}

interface FocusReviewProps {
  list: ListName
  query: URLSearchParams
}

/** One item after the other, each decided with a key or two. */
export function FocusReview({ list, query }: FocusReviewProps) {
  const { t } = useTranslation()
  const { session, state, lastActive } = useReviewSession(list, query)
  const item = currentItem(state)
  const next = nextItem(state)
  const player = useRef<PlayerHandle>(null)
  const seek = useCallback((seconds: number) => player.current?.seekTo(seconds), [])
  const imageFilters = useImageFilters(item?.id, isCase(lists[list].queue))
  const keys = useKeymap()
  const [help, setHelp] = useState(false)
  const [allMarks, setAllMarks] = useState<Record<number, Mark[]>>({})
  const marks = (item && allMarks[item.id]) ?? noMarks

  const undoKey = keys.label('undo')
  const decisions = useDecisions({ list, session, state, player, marks, undoKey })
  const lost = item !== undefined && state.problems[item.lease]?.lost === true
  const showHelp = () => setHelp(true)
  const current = { list, query, session, item, lost, player, decisions }
  const run = useCommands({ ...current, imageFilters, showHelp })
  useShortcuts({ keys, session, decisions, player, run, lost })
  usePreloadedItem(session, list, next?.id)

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to the buttons inside
    <div className="sr-focus" onMouseDown={keepFocus}>
      <FocusHeader {...{ list, query, state, keys, imageFilters, run }} />
      <div className="sr-focus-body">
        {state.phase === 'working' && item ? (
          <>
            <section className="sr-focus-media" aria-label={t('focus.media')}>
              <ItemMedia
                list={list}
                item={item}
                player={player}
                marks={marks}
                onMarks={(some) => setAllMarks((all) => ({ ...all, [item.id]: some }))}
                imageFilters={imageFilters}
                keys={keys}
                active={!help}
              />
            </section>
            <ItemPanel
              {...{ list, item, state, keys, decisions, run, marks }}
              coversBlurred={imageFilters.coversBlurred}
              onSeek={seek}
            />
          </>
        ) : (
          <NoCurrentItem path={focusPath(list, query)} session={session} state={state} />
        )}
      </div>
      <p className="sr-hidden" role="status">
        {decisions.announced}
      </p>
      <BreakReminder lastActive={lastActive} />
      {help && (
        <Suspense fallback={null}>
          <KeysDialog keys={keys} onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </div>
  )
}

interface NoCurrentItemProps {
  path: string
  session: ReviewSession
  state: SessionState
}

/** Failed, away, at the end of the queue, or still loading. */
function NoCurrentItem({ path, session, state }: NoCurrentItemProps) {
  const { t } = useTranslation()
  const { phase, fetchingMore, unsent, serverMessage, retrying } = state
  if (phase === 'failed')
    return <Failure text={serverMessage ?? t('focus.failed')} retry={session.fetchMore} />
  if (phase === 'away')
    return (
      <button type="button" className="sr-focus-away" onClick={() => void session.resume()}>
        <EmptyState>
          <strong>{t('focus.away')}</strong>
          <br />
          {t('focus.awayHint')}
        </EmptyState>
      </button>
    )
  if (phase === 'working' && !fetchingMore && unsent === 0)
    return <EndOfQueue path={path} state={state} onLookAgain={session.lookAgain} />
  return (
    <p className="sr-focus-loading" aria-busy="true">
      {t(retrying ? 'focus.waiting' : 'focus.loading')}
    </p>
  )
}
