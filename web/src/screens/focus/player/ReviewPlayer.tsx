import type { Mark } from '@screening-room/contract/receipt'
import { Skeleton } from 'antd'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../../shared/Failure.tsx'
import { ContactSheet } from '../sheet/ContactSheet.tsx'
import { makeSheetNow, sheetOf } from '../sheet/sheet-queue.ts'
import { Controls } from './Controls.tsx'
import { afterFirstFrame } from './first-frame.ts'
import { Marks } from './Marks.tsx'
import { withMark } from './marks.ts'
import { SeekBar } from './SeekBar.tsx'
import { nextSpeed } from './speeds.ts'
import type { PlayerHandle, ReviewVideo } from './types.ts'
import { useFullscreen } from './useFullscreen.ts'
import { lengthOf, useLength } from './useMedia.ts'
import { usePlayback } from './usePlayback.ts'
import './player.css'

interface ReviewPlayerProps {
  ref?: Ref<PlayerHandle>
  reviewVideo: ReviewVideo
  marks: readonly Mark[]
  onMarks: (marks: Mark[]) => void
  /** False while a dialog covers it: the video is paused. */
  active?: boolean
  autoplay?: boolean
  hidden?: boolean
  blurred?: boolean
  grey?: boolean
  /** Moments that reports mention, in seconds. */
  reportTimes?: readonly number[]
}

const noTimes: readonly number[] = []

/**
 * The current item's video. It stays mounted from one item to the next: what changes is the element
 * inside, which `preloadVideo` has loaded before.
 */
export function ReviewPlayer(props: ReviewPlayerProps) {
  const { ref, reviewVideo, marks, onMarks, active = true, autoplay = true } = props
  const { hidden = false, blurred = false, grey = false, reportTimes = noTimes } = props
  const { t } = useTranslation()
  const section = useRef<HTMLElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const fullscreen = useFullscreen(section)
  const playback = usePlayback({ reviewVideo, stage, autoplay, active, hidden })
  const { source, viewing, loadState, speed, muted } = playback
  const { video } = source
  const length = useLength(video, reviewVideo.duration)

  // The twenty frames of the sheet come after the video, not before it.
  const { duration: listed } = reviewVideo
  const [sheet, setSheet] = useState({ source, viewing, listed })
  const isCurrent = sheet.source === source && sheet.viewing === viewing
  useEffect(() => {
    let wanted = true
    void afterFirstFrame().then(() => wanted && setSheet({ source, viewing, listed }))
    return () => {
      wanted = false
    }
  }, [source, viewing, listed])

  const actions: PlayerHandle = {
    playPause() {
      viewing.flush()
      if (!playback.mayPlay) return
      if (video.paused || video.ended) source.play()
      else source.pause()
    },
    seekBy: (seconds) => viewing.seek(video.currentTime + seconds),
    seekTo: viewing.seek,
    seekToTenth: (tenth) => viewing.seek(((lengthOf(video) ?? 0) * tenth) / 10),
    stepFrame: viewing.stepFrame,
    changeSpeed: (step) => playback.setSpeed((now) => nextSpeed(now, step)),
    toggleMute: () => playback.setMuted((now) => !now),
    toggleFullscreen: fullscreen.toggle,
    mark: () => lengthOf(video) !== null && onMarks(withMark(marks, video.currentTime)),
    receipt: () => viewing.receipt(sheetOf(source.key)),
    marks: () => [...marks],
  }
  useImperativeHandle(ref, () => actions)

  const retry = () => {
    source.retry()
    if (sheetOf(source.key).missing) makeSheetNow(source)
  }
  const failed = loadState === 'noLink' || loadState === 'broken'
  const filters = [blurred && 'sr-rp-blurred', grey && 'sr-rp-grey', hidden && 'sr-rp-hidden']
  return (
    <section
      ref={section}
      className={['sr-rp', ...filters.filter(Boolean)].join(' ')}
      aria-label={t('player.label')}
    >
      {/* `usePlayback` inserts the video element here: it outlives this item. */}
      <div className="sr-rp-stage" ref={stage}>
        {loadState === 'fetching' && !reviewVideo.poster && (
          <Skeleton.Node active className="sr-rp-loading" />
        )}
        {failed && !hidden && (
          <Failure
            text={t(loadState === 'noLink' ? 'errors.videoLink' : 'player.broken')}
            retry={retry}
          />
        )}
        {hidden && <p className="sr-rp-hidden-note">{t('focusPlayer.hidden')}</p>}
      </div>
      <SeekBar
        video={video}
        viewing={viewing}
        length={length}
        marks={marks}
        reportTimes={reportTimes}
      />
      <Controls
        video={video}
        actions={actions}
        length={length}
        speed={speed}
        muted={muted}
        fullscreen={fullscreen.is}
      />
      <Marks marks={marks} onSeek={viewing.seek} onMarks={onMarks} />
      <div className={isCurrent ? 'sr-rp-sheet-frame' : 'sr-rp-sheet-frame sr-rp-stale'}>
        <ContactSheet {...sheet} marks={marks} visible={playback.shown && isCurrent} />
      </div>
    </section>
  )
}
