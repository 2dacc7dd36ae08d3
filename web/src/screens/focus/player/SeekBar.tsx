import type { Signal } from '@screening-room/contract/item-facts'
import type { Mark } from '@screening-room/contract/receipt'
import type { KeyboardEvent, PointerEvent } from 'react'
import { clockText, momentText } from '../../../shared/moments.ts'
import { useTranslation } from '../../../texts/i18n.ts'
import { visibleRanges } from './recorder.ts'
import { useTime } from './useMedia.ts'
import type { Viewing } from './viewing.ts'

interface SeekBarProps {
  video: HTMLVideoElement
  viewing: Viewing
  length: number
  marks: readonly Mark[]
  reportTimes: readonly number[]
  signals: readonly Signal[]
}

/** The position, the watched ranges, the marks, and the moments that reports and classifiers name. */
export function SeekBar(props: SeekBarProps) {
  const { video, viewing, length, marks, reportTimes, signals } = props
  const { t } = useTranslation()
  const time = useTime(video)
  const percent = (seconds: number) => (length ? Math.min(100, (seconds / length) * 100) : 0)
  const left = (seconds: number) => `${percent(seconds)}%`
  const span = (from: number, to: number) => ({
    left: left(from),
    width: `${percent(to) - percent(from)}%`,
  })

  const seekToPointer = (event: PointerEvent<HTMLElement>) => {
    if (event.type === 'pointermove' && !event.currentTarget.hasPointerCapture(event.pointerId))
      return
    const { left: start, width } = event.currentTarget.getBoundingClientRect()
    viewing.seek(((event.clientX - start) / width) * length)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    seekToPointer(event)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Not the rendered time: a second press may come before the bar has moved.
    const time = video.currentTime
    const to = { Home: 0, End: length, PageUp: time + length / 10, PageDown: time - length / 10 }
    const by = { ArrowRight: 5, ArrowUp: 5, ArrowLeft: -5, ArrowDown: -5 }
    const target =
      to[event.key as keyof typeof to] ?? time + (by[event.key as keyof typeof by] ?? 0)
    // A shortcut may have handled it already.
    if (event.defaultPrevented || target === time) return
    event.preventDefault()
    event.stopPropagation()
    viewing.seek(target)
  }

  return (
    <div
      className="sr-rp-seekbar"
      role="slider"
      tabIndex={0}
      aria-label={t('focusPlayer.position')}
      aria-valuemin={0}
      aria-valuemax={Math.round(length)}
      aria-valuenow={Math.round(time)}
      aria-valuetext={t('focusPlayer.of', { at: clockText(time), whole: clockText(length) })}
      onPointerDown={onPointerDown}
      onPointerMove={seekToPointer}
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
    >
      <span className="sr-rp-track">
        {visibleRanges(viewing.recorder.played()).map(({ from, to }) => (
          <span key={from} className="sr-rp-watched" style={span(from, to)} />
        ))}
      </span>
      {reportTimes.map((at) => (
        <span
          key={at}
          className="sr-rp-reported"
          style={{ left: left(at) }}
          title={t('focusPlayer.reportedAt', { time: clockText(at) })}
        />
      ))}
      {signals.map(({ name, score, from, to }, place) =>
        typeof from === 'number' ? (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a classifier may find the same twice
            key={place}
            className="sr-rp-signal"
            style={span(from, to ?? from)}
            title={`${name} ${Math.round(score * 100)} % · ${momentText({ from, to })}`}
          />
        ) : null,
      )}
      {marks.map((mark) => (
        <span
          key={mark.from}
          className="sr-rp-mark"
          style={span(mark.from, mark.to ?? mark.from)}
          title={momentText(mark)}
        />
      ))}
      <span className="sr-rp-playhead" style={{ left: left(time) }} />
    </div>
  )
}
