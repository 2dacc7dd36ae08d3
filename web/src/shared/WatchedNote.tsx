import type { HistoryEntry } from '@screening-room/contract/history'
import { type Mark, type Receipt, secondsWatched } from '@screening-room/contract/receipt'
import { useTranslation } from '../texts/i18n.ts'
import { Text } from '../ui/Text.tsx'
import { clockText, momentText } from './moments.ts'
import './reasons.css'

/* What was watched before a decision, and the marks: of one history entry. */

/** Players stop a little before the end. */
const endToleranceSeconds = 1

/** "Watched 0:42 of 3:10 · whole sheet seen" */
function useWatchedText() {
  const { t } = useTranslation()
  return ({ duration, played, sheet, sheetWhole }: Receipt) => {
    if (duration === null) return t('history.watchedUnknown')
    const whole = clockText(duration)
    const seconds = secondsWatched(played)
    // Seconds that played only while nobody could see them.
    const hidden = secondsWatched(played.map((one) => ({ ...one, visible: true }))) - seconds
    const watched = seconds >= duration - endToleranceSeconds ? whole : clockText(seconds)
    return [
      seconds < 1 ? t('history.watchedNone', { whole }) : t('history.watched', { watched, whole }),
      sheetWhole && t('history.sheetWhole'),
      !sheetWhole && sheet.length > 0 && t('history.sheetFrames', { frames: sheet.length }),
      hidden >= 1 && t('history.hiddenToo', { hidden: clockText(hidden) }),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}

interface WatchedNoteProps {
  entry: HistoryEntry
  /** If there is a player, a click on a mark seeks to it. */
  onSeek?: ((seconds: number) => void) | undefined
}

export function WatchedNote({ entry: { receipt, marks }, onSeek }: WatchedNoteProps) {
  const { t } = useTranslation()
  const text = useWatchedText()
  return (
    <>
      {receipt && <span className="sr-watched">{text(receipt)}</span>}
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

function Moment({ mark, onSeek }: { mark: Mark; onSeek: WatchedNoteProps['onSeek'] }) {
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
