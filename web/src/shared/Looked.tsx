import type { HistoryEntry } from '@screening-room/contract/history'
import { type Mark, type Receipt, secondsWatched } from '@screening-room/contract/receipt'
import { useTranslation } from 'react-i18next'
import { Text } from '../ui/Text.tsx'
import { clockText, momentText } from './moments.ts'
import './reasons.css'

/* What was looked at before a decision, and the moments that were marked: of one history entry. */

/** So much of the end nobody misses: players stop a little early. */
const nearlyAll = 1

/** "after 0:42 of 3:10, all of it on the sheet" */
function useLookedText() {
  const { t } = useTranslation()
  const comma = t('history.comma')
  return ({ duration, played, sheet, sheetWhole }: Receipt) => {
    if (duration === null) return t('history.watchedUnknown')
    const whole = clockText(duration)
    const watched = secondsWatched(played)
    // In sight or not, less what was in sight: what only played while nobody could see it.
    const hidden = secondsWatched(played.map((one) => ({ ...one, visible: true }))) - watched
    const watching =
      watched < 1
        ? t('history.watchedNone', { whole })
        : watched >= duration - nearlyAll
          ? t('history.watchedAll', { whole })
          : t('history.watched', { watched: clockText(watched), whole })
    return [
      watching,
      sheetWhole && t('history.sheetWhole'),
      !sheetWhole && sheet.length > 0 && t('history.sheetFrames', { frames: sheet.length }),
      hidden >= 1 && t('history.hiddenToo', { hidden: clockText(hidden) }),
    ]
      .filter(Boolean)
      .join(comma)
  }
}

interface LookedProps {
  entry: HistoryEntry
  /** Where there is a player, a mark leads to its moment. */
  onSeek?: ((seconds: number) => void) | undefined
}

export function Looked({ entry: { receipt, marks }, onSeek }: LookedProps) {
  const { t } = useTranslation()
  const text = useLookedText()
  return (
    <>
      {receipt && <span className="sr-looked">{text(receipt)}</span>}
      {marks && marks.length > 0 && (
        <span className="sr-marks">
          <span className="sr-hidden">{t('history.marks')}</span>
          {marks.map((mark) => (
            <Moment key={`${mark.from}-${mark.to}-${mark.note}`} mark={mark} onSeek={onSeek} />
          ))}
        </span>
      )}
    </>
  )
}

function Moment({ mark, onSeek }: { mark: Mark; onSeek: LookedProps['onSeek'] }) {
  const { t } = useTranslation()
  const time = momentText(mark)
  const note = mark.note?.trim() && <Text>{mark.note}</Text>
  if (!onSeek)
    return (
      <span className="sr-mark">
        {time} {note}
      </span>
    )
  return (
    <button
      type="button"
      className="sr-mark"
      title={t('history.goTo', { time })}
      onClick={() => onSeek(mark.from)}
    >
      {time} {note}
    </button>
  )
}
