import type { Mark } from '@screening-room/contract/receipt'
import { Skeleton } from 'antd'
import {
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../../shared/Failure.tsx'
import { Sheet } from '../sheet/ContactSheet.tsx'
import { Controls } from './Controls.tsx'
import { Marks } from './Marks.tsx'
import { withMark } from './marks.ts'
import { makeSheetNow, reelOf, sheetOf, show, whenQuiet } from './preload.ts'
import { SeekBar } from './SeekBar.tsx'
import { nextSpeed } from './speeds.ts'
import type { PlayerHandle, QueueItem } from './types.ts'
import { useFullscreen } from './useFullscreen.ts'
import { lengthOf, useLength } from './useMedia.ts'
import { useInView, useTabVisible } from './useVisibility.ts'
import { visitOf } from './viewing.ts'
import './player.css'

interface ReviewPlayerProps {
  ref?: Ref<PlayerHandle>
  queueItem: QueueItem
  marks: readonly Mark[]
  onMarks: (marks: Mark[]) => void
  /** False: something else is on top, so it stands still. */
  active?: boolean
  autoplay?: boolean
  hidden?: boolean
  blurred?: boolean
  grey?: boolean
  /** Moments of the video that reports speak of, in seconds. */
  reportTimes?: readonly number[]
}

const noTimes: readonly number[] = []

/**
 * The video of the item on the screen, with what was watched of it. It stays mounted from one item to
 * the next: what changes is the element inside, which `prepare` has filled before.
 */
export function ReviewPlayer({
  ref,
  queueItem,
  marks,
  onMarks,
  active = true,
  autoplay = true,
  hidden = false,
  blurred = false,
  grey = false,
  reportTimes = noTimes,
}: ReviewPlayerProps) {
  const { t } = useTranslation()
  const section = useRef<HTMLElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [speed, setSpeed] = useState(1)
  const [muted, setMuted] = useState(true)
  const fullscreen = useFullscreen(section)

  const reel = reelOf(queueItem)
  const { video } = reel
  const visit = visitOf(queueItem)
  const standing = useSyncExternalStore(reel.subscribe, reel.standing)
  const length = useLength(video, queueItem.duration)
  const inView = useInView(stage)
  const inSight = useTabVisible() && !hidden
  const visible = inSight && inView
  const mayPlay = active && !hidden

  // Twenty pictures come after the video, not before it.
  const { duration: listed } = queueItem
  const [under, setUnder] = useState({ reel, visit, listed })
  const isCurrent = under.reel === reel && under.visit === visit
  useEffect(() => {
    let wanted = true
    void whenQuiet().then(() => wanted && setUnder({ reel, visit, listed }))
    return () => {
      wanted = false
    }
  }, [reel, visit, listed])

  const resume = useRef(false)
  const begin = useEffectEvent(() => {
    resume.current = autoplay
    return show(queueItem)
  })
  useLayoutEffect(() => {
    stage.current?.prepend(reel.video)
    const leave = begin()
    const end = visit.begin(reel)
    return () => {
      end()
      reel.pause()
      reel.video.remove()
      leave()
    }
  }, [reel, visit])

  useLayoutEffect(() => {
    visit.settle()
    video.defaultPlaybackRate = speed
    video.playbackRate = speed
    video.preservesPitch = true
    video.muted = muted
  }, [video, visit, speed, muted])

  useLayoutEffect(() => {
    visit.settle()
    visit.recorder.changed({ visible })
  }, [visit, visible])

  useEffect(() => {
    if (mayPlay) {
      if (resume.current) reel.play()
      return
    }
    // What was hidden stays still until somebody wants it to go on.
    resume.current = !hidden && !reel.video.paused
    reel.pause()
  }, [reel, mayPlay, hidden])

  useEffect(() => {
    if (hidden) setMuted(true)
  }, [hidden])

  const actions: PlayerHandle = {
    playPause() {
      visit.settle()
      if (!mayPlay) return
      if (video.paused || video.ended) reel.play()
      else reel.pause()
    },
    seekBy: (seconds) => visit.seek(video.currentTime + seconds),
    seekTo: visit.seek,
    seekPart: (tenth) => visit.seek(((lengthOf(video) ?? 0) * tenth) / 10),
    frame: visit.step,
    faster: (step) => setSpeed((now) => nextSpeed(now, step)),
    toggleMute: () => setMuted((now) => !now),
    toggleFullscreen: fullscreen.toggle,
    mark: () => lengthOf(video) !== null && onMarks(withMark(marks, video.currentTime)),
    receipt: () => visit.receipt(sheetOf(reel.key)),
    marks: () => [...marks],
  }
  useImperativeHandle(ref, () => actions)

  const again = () => {
    reel.again()
    if (sheetOf(reel.key).why) makeSheetNow(reel)
  }
  const failed = standing === 'noLink' || standing === 'broken'
  const looks = [blurred && 'sr-rp-blurred', grey && 'sr-rp-grey', hidden && 'sr-rp-hidden']
  return (
    <section
      ref={section}
      className={['sr-rp', ...looks.filter(Boolean)].join(' ')}
      aria-label={t('player.label')}
    >
      {/* The video element is put here by hand: it has a life before and after this item. */}
      <div className="sr-rp-stage" ref={stage}>
        {standing === 'fetching' && !queueItem.poster && (
          <Skeleton.Node active className="sr-rp-wait" />
        )}
        {failed && !hidden && (
          <Failure
            text={t(standing === 'noLink' ? 'errors.videoLink' : 'player.broken')}
            retry={again}
          />
        )}
        {hidden && <p className="sr-rp-curtain">{t('focusPlayer.hidden')}</p>}
      </div>
      <SeekBar
        video={video}
        visit={visit}
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
      <Marks marks={marks} onSeek={visit.seek} onMarks={onMarks} />
      <div className={isCurrent ? 'sr-rp-under' : 'sr-rp-under sr-rp-late'}>
        <Sheet
          reel={under.reel}
          visit={under.visit}
          listed={under.listed}
          marks={marks}
          visible={inSight && isCurrent}
        />
      </div>
    </section>
  )
}
