import type { Mark } from '@screening-room/contract/receipt'
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { clockText } from '../../../shared/moments.ts'
import { PlainButton } from '../player/PlainButton.tsx'
import { savesData } from '../player/preload.ts'
import { useLength } from '../player/useMedia.ts'
import type { VideoSource } from '../player/video-source.ts'
import type { Viewing } from '../player/viewing.ts'
import { emptySheet, type Frame, type SheetState } from './make-sheet.ts'
import { makeSheetNow, onSheet, sheetOf } from './sheet-queue.ts'
import { evenTimes, maxSceneChanges } from './sheet-times.ts'
import './sheet.css'

interface ContactSheetProps {
  source: VideoSource
  viewing: Viewing
  /** The listed length of the video. */
  listed: number | null | undefined
  marks: readonly Mark[]
  /** False while nobody can see it: no frame counts as seen. */
  visible: boolean
}

const notMade: SheetState = { ...emptySheet, missing: 'saveData' }

function useSheet({ key }: VideoSource): SheetState {
  const subscribe = useCallback((changed: () => void) => onSheet(key, changed), [key])
  const sheet = useSyncExternalStore(subscribe, () => sheetOf(key))
  return savesData() && sheet === emptySheet ? notMade : sheet
}

/** The whole video at a glance. Every slot is there from the start, so nothing moves while they fill. */
export const ContactSheet = memo(
  ({ source, viewing, listed, marks, visible }: ContactSheetProps) => {
    const { t } = useTranslation()
    const list = useRef<HTMLElement>(null)
    const sheet = useSheet(source)
    const length = useLength(source.video, listed)
    useSeenFrames(list, sheet, visible, viewing.frameSeen)
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
    const even = sheet.even.length > 0 ? sheet.even : emptyFrames(length)
    const row = (frames: readonly Frame[]) =>
      frames.map((frame, index) => (
        <FrameButton
          // By index: the next item's frames reuse the slots of this one's.
          // biome-ignore lint/suspicious/noArrayIndexKey: slots stay, frames change
          key={index}
          frame={frame}
          marked={marks.some(({ from, to }) => {
            const next = frames[index + 1]?.time ?? Number.POSITIVE_INFINITY
            return from < next && (to ?? from) >= frame.time
          })}
          onSeek={viewing.seek}
        />
      ))
    return (
      <section className="sr-rp-sheet" aria-label={t('focusPlayer.sheet')} ref={list}>
        <ul aria-label={t('focusPlayer.even')}>{row(even)}</ul>
        <ul aria-label={t('focusPlayer.sceneChanges')}>
          {sheet.sceneChanges && row(sheet.sceneChanges)}
          {sheet.sceneChanges?.length === 0 && (
            <li className="sr-rp-note">{t('focusPlayer.noSceneChanges')}</li>
          )}
          {!sheet.sceneChanges &&
            Array.from({ length: maxSceneChanges }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: empty slots, all alike
              <li key={index} className="sr-rp-frame" aria-hidden />
            ))}
        </ul>
      </section>
    )
  },
)

/** Empty slots; a guess while the length is unknown. */
const emptyFrames = (length: number): Frame[] => evenTimes(length || 60).map((time) => ({ time }))

interface FrameButtonProps {
  frame: Frame
  marked: boolean
  onSeek: (time: number) => void
}

const FrameButton = memo(({ frame, marked, onSeek }: FrameButtonProps) => {
  const { t } = useTranslation()
  const { time, picture } = frame
  return (
    <li className={marked ? 'sr-rp-frame sr-rp-marked' : 'sr-rp-frame'}>
      <PlainButton
        className="sr-rp-frame-button"
        label={t('focusPlayer.goTo', { time: clockText(time) })}
        onClick={() => onSeek(time)}
      >
        <Picture time={time} picture={picture} />
        <span className="sr-rp-frame-time">{clockText(time)}</span>
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
  onSeen: (time: number) => void,
) {
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
  }, [list, sheet, visible, onSeen])
}
