import { type FocusQueue, focusCalls } from '@screening-room/contract/focus'
import type { Mark } from '@screening-room/contract/receipt'
import { featuredTypeId } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { lazy, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { prefetchCall } from '../../api/queries.ts'
import { Failure } from '../../shared/Failure.tsx'
import { useAction } from '../../shared/useAction.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { hereAt, listAt } from './addresses.ts'
import { BreakCard } from './BreakReminder.tsx'
import { useDecisions } from './decisions/useDecisions.ts'
import { EndOfQueue } from './EndOfQueue.tsx'
import { FocusFoot } from './FocusFooter.tsx'
import { FocusHead } from './FocusHeader.tsx'
import { Stage } from './item/ItemMedia.tsx'
import { Rail } from './item/ItemPanel.tsx'
import { filmOf, videoCallsOf } from './item/item.ts'
import type { Command } from './keys/keymap.ts'
import { useKeymap } from './keys/useKeymap.ts'
import { useKeys } from './keys/useShortcuts.ts'
import { forget, prepare } from './player/preload.ts'
import type { PlayerHandle } from './player/types.ts'
import { shownOf } from './session/session-state.ts'
import { useFocusQueue } from './session/useReviewSession.ts'
import { useLooks } from './useImageFilters.ts'
import './focus.css'

const KeysDialog = lazy(() => import('./keys/KeysDialog.tsx'))
const noMarks: Mark[] = []

/** A mouse leaves the focus where it was: the next Space is for the player, not for that button. */
function keepFocus(event: MouseEvent) {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  // A dialog's clicks come by here too, though it is elsewhere on the page.
  if (button && event.currentTarget.contains(button)) event.preventDefault()
}

interface FocusDeskProps {
  queue: FocusQueue
  query: URLSearchParams
}

/** One item after the other, each decided with a key or two. */
export function FocusDesk({ queue, query }: FocusDeskProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { work, now, lastActive } = useFocusQueue(queue, query)
  const item = shownOf(now)
  const next = now.items.find((_, index) => index > now.at) ?? now.items.find((one) => one !== item)
  const player = useRef<PlayerHandle>(null)
  const looks = useLooks(item?.id)
  const keys = useKeymap()
  const [help, setHelp] = useState(false)
  const [marked, setMarked] = useState<Record<number, Mark[]>>({})
  const marks = (item && marked[item.id]) ?? noMarks

  const undoKey = keys.label('undo')
  const decisions = useDecisions({ queue, work, now, player, marks, undoKey })
  const gone = item !== undefined && now.troubles[item.lease]?.gone === true

  const video = item?.video
  const feature = useAction(video ? videoCallsOf(queue, video).tag : videoCalls.project.tag, {
    done: 'videos.markedFeatured',
    failed: { plain: 'errors.markFeatured' },
    reload: [],
  })
  const markFeatured = async () => {
    if (!item || !video || video.featured || !work.mayDecide()) return
    if (!(await feature.run({ videoId: video.id, typeId: featuredTypeId })))
      work.change({ ...item, video: { ...video, featured: true } })
  }

  const leave = () => void navigate(listAt(queue, query), { replace: true })
  const isReport = queue === 'report'
  const onPlayer = (act: (on: PlayerHandle) => void) => () => {
    if (player.current) act(player.current)
  }
  const run: Record<Command, () => void> = {
    approve: () => !isReport && decisions.approve(),
    reject: () => !isReport && decisions.toggle('reject'),
    dismiss: () => isReport && decisions.dismiss(),
    takeDown: () => isReport && decisions.toggle('takeDown'),
    skip: () => (gone ? work.goOn() : decisions.skip()),
    next: () => (gone ? work.goOn() : work.move(1)),
    previous: () => work.move(-1),
    undo: decisions.undo,
    feature: () => void markFeatured(),
    playPause: onPlayer((on) => on.playPause()),
    back: onPlayer((on) => on.seekBy(-5)),
    forward: onPlayer((on) => on.seekBy(5)),
    backOne: onPlayer((on) => on.seekBy(-1)),
    forwardOne: onPlayer((on) => on.seekBy(1)),
    frameBack: onPlayer((on) => on.frame(-1)),
    frameForward: onPlayer((on) => on.frame(1)),
    slower: onPlayer((on) => on.faster(-1)),
    faster: onPlayer((on) => on.faster(1)),
    mark: onPlayer((on) => on.mark()),
    mute: onPlayer((on) => on.toggleMute()),
    fullscreen: onPlayer((on) => on.toggleFullscreen()),
    blur: looks.toggleBlur,
    grey: looks.toggleGrey,
    hide: looks.toggleHidden,
    help: () => setHelp(true),
    quit: leave,
  }
  useKeys({ keys, work, decisions, player, run, gone })

  // The next one is made ready while this one is looked at.
  const nextId = next?.id
  useEffect(() => {
    const coming = work.now().items.find(({ id }) => id === nextId)
    if (!coming) return
    prefetchCall(focusCalls.about, { queue, id: coming.id })
    const film = filmOf(queue, coming)
    if (!film) return
    prepare(film)
    return () => forget(film)
  }, [work, queue, nextId])

  const isDone = now.phase === 'working' && !item && !now.looking && now.unsent === 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to the buttons inside
    <div className="sr-focus" onMouseDown={keepFocus}>
      <FocusHead queue={queue} now={now} keys={keys} looks={looks} run={run} />
      <div className="sr-focus-body">
        {now.phase === 'failed' && (
          <Failure text={now.said ?? t('focus.failed')} retry={work.look} />
        )}
        {now.phase === 'away' && (
          <button type="button" className="sr-focus-away" onClick={() => void work.resume()}>
            <EmptyState>
              <strong>{t('focus.away')}</strong>
              <br />
              {t('focus.awayHint')}
            </EmptyState>
          </button>
        )}
        {isDone && (
          <EndOfQueue here={hereAt(queue, query)} work={now} onLookAgain={work.lookAgain} />
        )}
        {now.phase !== 'away' && now.phase !== 'failed' && !item && !isDone && (
          <p className="sr-focus-wait" aria-busy="true">
            {t(now.stuck ? 'focus.waiting' : 'focus.loading')}
          </p>
        )}
        {now.phase === 'working' && item && (
          <>
            <section className="sr-focus-stage" aria-label={t('focus.stage')}>
              <Stage
                queue={queue}
                item={item}
                player={player}
                marks={marks}
                onMarks={(some) => setMarked((all) => ({ ...all, [item.id]: some }))}
                looks={looks}
                active={!help}
              />
            </section>
            <Rail
              queue={queue}
              item={item}
              now={now}
              keys={keys}
              decisions={decisions}
              run={run}
              marks={marks}
            />
          </>
        )}
      </div>
      <FocusFoot now={now} next={next} keys={keys} looks={looks} onUndo={decisions.undo} />
      <p className="sr-hidden" role="status">
        {decisions.announced}
      </p>
      <BreakCard lastActive={lastActive} />
      {help && (
        <Suspense fallback={null}>
          <KeysDialog keys={keys} onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </div>
  )
}
