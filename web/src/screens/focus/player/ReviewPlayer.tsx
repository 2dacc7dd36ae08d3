import type { Signal } from '@screening-room/contract/item-facts'
import type { Mark } from '@screening-room/contract/receipt'
import { type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { Failure } from '../../../shared/Failure.tsx'
import { useTranslation } from '../../../texts/i18n.ts'
import { SkeletonBox } from '../../../ui/Skeleton.tsx'
import type { Keys } from '../keys/useKeymap.ts'
import { ContactSheet } from '../sheet/ContactSheet.tsx'
import { makeSheetNow, sheetOf } from '../sheet/sheet-queue.ts'
import { Controls } from './Controls.tsx'
import { Cover } from './Cover.tsx'
import { afterFirstFrame } from './first-frame.ts'
import { Marks } from './Marks.tsx'
import { MediaFacts } from './MediaFacts.tsx'
import { withMark } from './marks.ts'
import { SeekBar } from './SeekBar.tsx'
import { nextSpeed } from './speeds.ts'
import type { PlayerHandle, ReviewVideo } from './types.ts'
import { useFullscreen } from './useFullscreen.ts'
import { lengthOf, useLength } from './useMedia.ts'
import { usePlayback } from './usePlayback.ts'
import type { VideoSource } from './video-source.ts'
import type { Viewing } from './viewing.ts'
import './player.css'

interface ReviewPlayerProps {
  ref?: Ref<PlayerHandle>
  reviewVideo: ReviewVideo
  marks: readonly Mark[]
  onMarks: (marks: Mark[]) => void
  keys: Keys
  /** False while a dialog covers it: the video is paused. */
  active?: boolean
  autoplay?: boolean
  hidden?: boolean
  blurred?: boolean
  /** Blurred until it is played or shown. */
  covered?: boolean
  onReveal: () => void
  grey?: boolean
  /** Moments that reports mention, in seconds. */
  reportTimes?: readonly number[]
  /** What classifiers found, and when. */
  signals?: readonly Signal[] | null | undefined
}

const noTimes: readonly number[] = []
const noSignals: readonly Signal[] = []

/**
 * The current item's video. It stays mounted from one item to the next: what changes is the element
 * inside, which `preloadVideo` has loaded before.
 */
export function ReviewPlayer(props: ReviewPlayerProps) {
  const { ref, reviewVideo, marks, onMarks, keys, active = true, autoplay = true } = props
  const { hidden = false, blurred = false, covered = false, grey = false } = props
  const { onReveal, reportTimes = noTimes } = props
  const { t } = useTranslation()
  const section = useRef<HTMLElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const fullscreen = useFullscreen(section)
  // Of one item: the next one begins with its video.
  const [sheetOpenFor, setSheetOpenFor] = useState(0)
  const sheetOpen = sheetOpenFor === reviewVideo.id
  const closeSheet = useCallback(() => setSheetOpenFor(0), [])
  const playback = usePlayback({
    reviewVideo,
    stage,
    autoplay,
    active: active && !sheetOpen,
    hidden,
    onPlay: onReveal,
  })
  const { source, viewing, loadState, speed, muted } = playback
  const { video } = source
  const length = useLength(video, reviewVideo.duration)
  const sheet = useSheetAfterVideo(source, viewing, reviewVideo.duration)

  const actions: PlayerHandle = {
    playPause() {
      viewing.flush()
      if (!playback.mayPlay && !sheetOpen) return
      closeSheet()
      if (video.paused || video.ended) source.play()
      else source.pause()
    },
    seekBy: (seconds) => viewing.seek(video.currentTime + seconds),
    seekTo: viewing.seek,
    seekToTenth(tenth) {
      closeSheet()
      viewing.seek(((lengthOf(video) ?? 0) * tenth) / 10)
    },
    stepFrame: viewing.stepFrame,
    changeSpeed: (step) => playback.setSpeed((now) => nextSpeed(now, step)),
    toggleMute: () => playback.setMuted((now) => !now),
    toggleFullscreen: fullscreen.toggle,
    toggleSheet: () => setSheetOpenFor(sheetOpen ? 0 : reviewVideo.id),
    closeSheet,
    mark: () => lengthOf(video) !== null && onMarks(withMark(marks, video.currentTime)),
    receipt: () => viewing.receipt(sheetOf(source.key)),
    marks: () => [...marks],
  }
  useImperativeHandle(ref, () => actions)
  const seekFromSheet = useCallback(
    (time: number) => {
      viewing.seek(time)
      closeSheet()
    },
    [viewing, closeSheet],
  )
  const openSheet = useCallback(() => setSheetOpenFor(reviewVideo.id), [reviewVideo.id])

  const retry = () => {
    source.retry()
    if (sheetOf(source.key).missing) makeSheetNow(source)
  }
  const trouble = loadState === 'broken' ? source.trouble() : undefined
  const failed = loadState === 'noLink' || loadState === 'broken'
  const looks = [
    blurred && 'sr-rp-blurred',
    grey && 'sr-rp-grey',
    hidden && 'sr-rp-hidden',
    sheetOpen && 'sr-rp-whole',
  ]
  return (
    <section
      ref={section}
      className={['sr-rp', ...looks.filter(Boolean)].join(' ')}
      aria-label={t('player.label')}
    >
      {/* `usePlayback` inserts the video element here: it outlives this item. */}
      <div className="sr-rp-stage" ref={stage}>
        {loadState === 'fetching' && !reviewVideo.poster && (
          <SkeletonBox className="sr-rp-loading" />
        )}
        {failed && !hidden && (
          <Failure
            text={t(loadState === 'noLink' ? 'errors.videoLink' : 'player.broken')}
            detail={
              trouble && trouble !== 'unknown' ? t(`focusPlayer.trouble.${trouble}`) : undefined
            }
            retry={retry}
          />
        )}
        {hidden && <p className="sr-rp-hidden-note">{t('focusPlayer.hidden')}</p>}
        {covered && !hidden && !failed && <Cover keys={keys} onReveal={onReveal} />}
      </div>
      <SeekBar
        video={video}
        viewing={viewing}
        length={length}
        marks={marks}
        reportTimes={reportTimes}
        signals={props.signals ?? noSignals}
      />
      <Controls
        video={video}
        actions={actions}
        keys={keys}
        length={length}
        speed={speed}
        muted={muted}
        fullscreen={fullscreen.is}
        sheet={sheetOpen}
      />
      {!failed && <MediaFacts key={source.key} video={video} length={length} />}
      <div className={sheet.isCurrent ? 'sr-rp-sheet-frame' : 'sr-rp-sheet-frame sr-rp-stale'}>
        <Marks marks={marks} onSeek={viewing.seek} onMarks={onMarks} />
        <ContactSheet
          {...sheet.of}
          marks={marks}
          visible={playback.shown && sheet.isCurrent && !covered}
          whole={sheetOpen}
          wholeKey={keys.label('sheet')}
          onSeek={seekFromSheet}
          onWhole={openSheet}
        />
      </div>
    </section>
  )
}

/** The twenty frames of the sheet come after the video, not before it. */
function useSheetAfterVideo(
  source: VideoSource,
  viewing: Viewing,
  listed: number | null | undefined,
) {
  const [of, setOf] = useState({ source, viewing, listed })
  const isCurrent = of.source === source && of.viewing === viewing
  useEffect(() => {
    let wanted = true
    void afterFirstFrame().then(() => wanted && setOf({ source, viewing, listed }))
    return () => {
      wanted = false
    }
  }, [source, viewing, listed])
  return { of, isCurrent }
}
