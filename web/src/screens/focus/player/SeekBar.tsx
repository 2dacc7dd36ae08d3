import type { Mark } from '@screening-room/contract/receipt'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { clockText, momentText } from '../../../shared/moments.ts'
import { seen } from './recorder.ts'
import { useTime } from './useMedia.ts'
import type { Visit } from './viewing.ts'

interface SeekBarProps {
  video: HTMLVideoElement
  visit: Visit
  length: number
  marks: readonly Mark[]
  reportTimes: readonly number[]
}

/** Where the video is, what of it was watched, and the moments somebody pointed out. */
export function SeekBar({ video, visit, length, marks, reportTimes }: SeekBarProps) {
  const { t } = useTranslation()
  const time = useTime(video)
  const place = (seconds: number) => (length ? Math.min(100, (seconds / length) * 100) : 0)
  const share = (seconds: number) => `${place(seconds)}%`
  const stretch = (from: number, to: number) => ({
    left: share(from),
    width: `${place(to) - place(from)}%`,
  })

  const point = (event: PointerEvent<HTMLElement>) => {
    if (event.type === 'pointermove' && !event.currentTarget.hasPointerCapture(event.pointerId))
      return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    visit.seek(((event.clientX - left) / width) * length)
  }
  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    point(event)
  }
  const key = (event: KeyboardEvent) => {
    // Not what is painted: two presses may come before the bar has followed the first.
    const time = video.currentTime
    const to = { Home: 0, End: length, PageUp: time + length / 10, PageDown: time - length / 10 }
    const by = { ArrowRight: 5, ArrowUp: 5, ArrowLeft: -5, ArrowDown: -5 }
    const target =
      to[event.key as keyof typeof to] ?? time + (by[event.key as keyof typeof by] ?? 0)
    // The screen's own keys may have taken it already.
    if (event.defaultPrevented || target === time) return
    event.preventDefault()
    event.stopPropagation()
    visit.seek(target)
  }

  return (
    <div
      className="sr-rp-bar"
      role="slider"
      tabIndex={0}
      aria-label={t('focusPlayer.position')}
      aria-valuemin={0}
      aria-valuemax={Math.round(length)}
      aria-valuenow={Math.round(time)}
      aria-valuetext={t('focusPlayer.of', { at: clockText(time), whole: clockText(length) })}
      onPointerDown={press}
      onPointerMove={point}
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={key}
    >
      <span className="sr-rp-track">
        {seen(visit.recorder.played()).map(({ from, to }) => (
          <span key={from} className="sr-rp-watched" style={stretch(from, to)} />
        ))}
      </span>
      {reportTimes.map((at) => (
        <span
          key={at}
          className="sr-rp-reported"
          style={{ left: share(at) }}
          title={t('focusPlayer.reportedAt', { time: clockText(at) })}
        />
      ))}
      {marks.map((mark) => (
        <span
          key={mark.from}
          className="sr-rp-mark"
          style={stretch(mark.from, mark.to ?? mark.from)}
          title={momentText(mark)}
        />
      ))}
      <span className="sr-rp-now" style={{ left: share(time) }} />
    </div>
  )
}
