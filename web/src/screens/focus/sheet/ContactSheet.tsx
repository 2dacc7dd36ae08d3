import type { Mark } from '@screening-room/contract/receipt'
import {
  type CSSProperties,
  memo,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { clockText, clockTextIn } from '../../../shared/moments.ts'
import { useTranslation } from '../../../texts/i18n.ts'
import { Key } from '../keys/Key.tsx'
import { longSeconds } from '../player/facts.ts'
import { PlainButton } from '../player/PlainButton.tsx'
import { savesData } from '../player/preload.ts'
import { useLength, useUpright } from '../player/useMedia.ts'
import type { VideoSource } from '../player/video-source.ts'
import type { Viewing } from '../player/viewing.ts'
import { emptySheet, type Frame, type SheetState } from './make-sheet.ts'
import { makeSheetNow, onSheet, sheetOf } from './sheet-queue.ts'
import { evenCount, evenTimes, maxSceneChanges } from './sheet-times.ts'
import './sheet.css'

interface ContactSheetProps {
  source: VideoSource
  viewing: Viewing
  /** The listed length of the video. */
  listed: number | null | undefined
  marks: readonly Mark[]
  /** False while nobody can see it: no frame counts as seen. */
  visible: boolean
  /** It fills the stage, and shows every frame. */
  whole: boolean
  wholeKey: string
  onSeek: (time: number) => void
  onWhole: () => void
}

const notMade: SheetState = { ...emptySheet, missing: 'saveData' }

function useSheet({ key }: VideoSource): SheetState {
  const subscribe = useCallback((changed: () => void) => onSheet(key, changed), [key])
  const sheet = useSyncExternalStore(subscribe, () => sheetOf(key))
  return savesData() && sheet === emptySheet ? notMade : sheet
}

/** Frames in a line. Below the player the lines of a wide video are two and one, of an upright one each. */
const columnsOf = { wide: { strip: 6, whole: 4 }, upright: { strip: 11, whole: 6 } }

/** The whole video at a glance. Every slot is there from the start, so nothing moves while they fill. */
export const ContactSheet = memo((props: ContactSheetProps) => {
  const { source, viewing, listed, marks, visible, whole, wholeKey, onSeek, onWhole } = props
  const { t } = useTranslation()
  const name = useId()
  const list = useRef<HTMLElement>(null)
  const sheet = useSheet(source)
  const length = useLength(source.video, listed)
  const upright = useUpright(source.video)
  useSeenFrames(list, sheet, visible, whole, viewing.frameSeen)
  if (sheet.missing)
    return (
      <p className="sr-rp-sheet sr-rp-no-sheet" role="status">
        {t(`focusPlayer.noSheet.${sheet.missing}`)}
        {sheet.missing === 'saveData' && (
          <PlainButton onClick={() => makeSheetNow(source)}>
            {t('focusPlayer.makeSheet')}
          </PlainButton>
        )}
      </p>
    )
  const columns = columnsOf[upright ? 'upright' : 'wide'][whole ? 'whole' : 'strip']
  const even = sheet.even.length > 0 ? sheet.even : emptyFrames(length)
  const changes = sheet.sceneChanges
  const fitting = whole || !changes || changes.length <= columns ? maxSceneChanges : columns - 1
  const more = (changes?.length ?? 0) - fitting
  const linesOf = (frames: number) => Math.ceil(frames / columns)
  const share = (frames: number) => (frames ? `minmax(0, ${linesOf(frames)}fr)` : 'auto')
  const row = (frames: readonly Frame[]) =>
    frames.map((frame, index) => (
      <FrameButton
        // By index: the next item's frames reuse the slots of this one's.
        // biome-ignore lint/suspicious/noArrayIndexKey: slots stay, frames change
        key={index}
        frame={frame}
        text={clockTextIn(length, frame.time)}
        marked={marks.some(({ from, to }) => {
          const next = frames[index + 1]?.time ?? Number.POSITIVE_INFINITY
          return from < next && (to ?? from) >= frame.time
        })}
        onSeek={onSeek}
      />
    ))
  const style = {
    '--sr-columns': columns,
    '--sr-lines': linesOf(evenCount),
    '--sr-ratio': upright ? 16 / 9 : 9 / 16,
    ...(whole && {
      gridTemplateRows: `auto ${share(even.length)} auto ${share(changes?.length ?? maxSceneChanges)}`,
    }),
  } as CSSProperties
  return (
    <section className="sr-rp-sheet" aria-label={t('focusPlayer.sheet')} ref={list} style={style}>
      <p id={`${name}-even`} className="sr-rp-row-name">
        {t('focusPlayer.even')}
        {length >= longSeconds &&
          `, ${t('focusPlayer.everyGap', { time: clockText(length / (evenCount - 1)) })}`}
      </p>
      <ul aria-labelledby={`${name}-even`}>{row(even)}</ul>
      <p id={`${name}-changes`} className="sr-rp-row-name">
        {t('focusPlayer.sceneChanges')}
      </p>
      <ul aria-labelledby={`${name}-changes`} className="sr-rp-changes">
        {changes && row(changes.slice(0, fitting))}
        {more > 0 && (
          <li className="sr-rp-frame">
            <PlainButton
              className="sr-rp-frame-button sr-rp-more"
              label={t('focusPlayer.moreFrames', { count: more })}
              shortcut={wholeKey}
              onClick={onWhole}
            >
              +{more} <Key>{wholeKey}</Key>
            </PlainButton>
          </li>
        )}
        {changes?.length === 0 && <li className="sr-rp-note">{t('focusPlayer.noSceneChanges')}</li>}
        {!changes &&
          Array.from({ length: Math.min(columns, maxSceneChanges) }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: empty slots, all alike
            <li key={index} className="sr-rp-frame" aria-hidden />
          ))}
      </ul>
    </section>
  )
})

/** Empty slots; a guess while the length is unknown. */
const emptyFrames = (length: number): Frame[] => evenTimes(length || 60).map((time) => ({ time }))

interface FrameButtonProps {
  frame: Frame
  /** Its time. */
  text: string
  marked: boolean
  onSeek: (time: number) => void
}

const FrameButton = memo(({ frame, text, marked, onSeek }: FrameButtonProps) => {
  const { t } = useTranslation()
  const { time, picture } = frame
  return (
    <li className={marked ? 'sr-rp-frame sr-rp-marked' : 'sr-rp-frame'}>
      <PlainButton
        className="sr-rp-frame-button"
        label={t('focusPlayer.goTo', { time: text })}
        onClick={() => onSeek(time)}
      >
        <Picture time={time} picture={picture} />
        <span className="sr-rp-frame-time">{text}</span>
      </PlainButton>
    </li>
  )
})

/** Only a drawn frame has `data-time`; `useSeenFrames` looks for it. */
function Picture({ time, picture }: Frame) {
  const canvas = useRef<HTMLCanvasElement>(null)
  // Before the paint: the slot still holds the previous item's frame.
  useLayoutEffect(() => {
    const shown = canvas.current
    if (!shown || !picture) return
    shown.width = picture.width
    shown.height = picture.height
    shown.getContext('2d')?.drawImage(picture, 0, 0)
  }, [picture])
  return (
    <canvas ref={canvas} className="sr-rp-picture" {...(picture ? { 'data-time': time } : {})} />
  )
}

/** Reports each frame that was visible on the screen. */
function useSeenFrames(
  list: React.RefObject<HTMLElement | null>,
  sheet: SheetState,
  visible: boolean,
  whole: boolean,
  onSeen: (time: number) => void,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the whole sheet has more frames
  useEffect(() => {
    if (!visible || sheet.missing || !list.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries)
          if (isIntersecting) onSeen(Number((target as HTMLElement).dataset.time))
      },
      { threshold: 0.6 },
    )
    for (const canvas of list.current.querySelectorAll(`canvas[data-time]`))
      observer.observe(canvas)
    return () => observer.disconnect()
  }, [list, sheet, visible, whole, onSeen])
}
