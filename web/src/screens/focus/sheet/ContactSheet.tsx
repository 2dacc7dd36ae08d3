import type { Mark } from '@screening-room/contract/receipt'
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { clockText } from '../../../shared/moments.ts'
import { PlainButton } from '../player/PlainButton.tsx'
import { makeSheetNow, onSheet, savesData, sheetOf } from '../player/preload.ts'
import { useLength } from '../player/useMedia.ts'
import type { Reel } from '../player/video-source.ts'
import type { Visit } from '../player/viewing.ts'
import { emptySheet, type Frame, type Sheet as SheetState } from './make-sheet.ts'
import { evenTimes, mostJumps } from './sheet-times.ts'

interface SheetProps {
  reel: Reel
  visit: Visit
  /** The video's length as the list says. */
  listed: number | null | undefined
  marks: readonly Mark[]
  /** False: nobody can be looking at it, so nothing of it was seen. */
  visible: boolean
}

const notMade = { ...emptySheet, why: 'saveData' as const }

function useSheet({ key }: Reel): SheetState {
  const subscribe = useCallback((changed: () => void) => onSheet(key, changed), [key])
  const sheet = useSyncExternalStore(subscribe, () => sheetOf(key))
  return savesData() && sheet === emptySheet ? notMade : sheet
}

/** The whole video at a glance. Every place is there from the start: pictures fill in, nothing moves. */
export const Sheet = memo(({ reel, visit, listed, marks, visible }: SheetProps) => {
  const { t } = useTranslation()
  const list = useRef<HTMLElement>(null)
  const sheet = useSheet(reel)
  const length = useLength(reel.video, listed)
  useSeenFrames(list, sheet, visible, visit.sawFrame)
  if (sheet.why)
    return (
      <p className="sr-rp-sheet sr-rp-no-sheet" role="status">
        {t(`focusPlayer.noSheet.${sheet.why}`)}
        {sheet.why === 'saveData' && (
          <PlainButton onClick={() => makeSheetNow(reel)}>{t('focusPlayer.makeSheet')}</PlainButton>
        )}
      </p>
    )
  const even = sheet.even.length > 0 ? sheet.even : placesFor(length)
  const row = (frames: readonly Frame[]) =>
    frames.map((frame, place) => (
      <FrameButton
        // By place: the next item's frames take the places of this one's.
        // biome-ignore lint/suspicious/noArrayIndexKey: a place is what stays
        key={place}
        frame={frame}
        marked={marks.some(({ from, to }) => {
          const next = frames[place + 1]?.time ?? Number.POSITIVE_INFINITY
          return from < next && (to ?? from) >= frame.time
        })}
        onSeek={visit.seek}
      />
    ))
  return (
    <section className="sr-rp-sheet" aria-label={t('focusPlayer.sheet')} ref={list}>
      <ul aria-label={t('focusPlayer.even')}>{row(even)}</ul>
      <ul aria-label={t('focusPlayer.jumps')}>
        {sheet.jumps && row(sheet.jumps)}
        {sheet.jumps?.length === 0 && <li className="sr-rp-note">{t('focusPlayer.noJumps')}</li>}
        {!sheet.jumps &&
          Array.from({ length: mostJumps }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: empty places, all alike
            <li key={place} className="sr-rp-frame" aria-hidden />
          ))}
      </ul>
    </section>
  )
})

/** Places without pictures; a guess where nobody has said how long the video is. */
const placesFor = (length: number): Frame[] => evenTimes(length || 60).map((time) => ({ time }))

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

/** Only what has been drawn carries its time: it is how the seen ones are told. */
function Picture({ time, picture }: Frame) {
  const canvas = useRef<HTMLCanvasElement>(null)
  // Before it is painted: the place still holds the former item's picture.
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

/** Tells of each picture that has been painted where somebody could see it. */
function useSeenFrames(
  list: React.RefObject<HTMLElement | null>,
  sheet: SheetState,
  visible: boolean,
  onSeen: (time: number) => void,
) {
  useEffect(() => {
    if (!visible || sheet.why || !list.current) return
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
