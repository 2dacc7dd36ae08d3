import type { Mark } from '@screening-room/contract/receipt'
import { momentText } from '../../../shared/moments.ts'
import { useTranslation } from '../../../texts/i18n.ts'
import { PlainButton } from './PlainButton.tsx'

interface MarksProps {
  marks: readonly Mark[]
  onSeek: (time: number) => void
  onMarks: (marks: Mark[]) => void
}

/** The reviewer's marks: click one to go there, or remove it. */
export function Marks({ marks, onSeek, onMarks }: MarksProps) {
  const { t } = useTranslation()
  if (marks.length === 0) return null
  return (
    <ul className="sr-rp-marks" aria-label={t('focusPlayer.marks')}>
      {marks.map((mark) => (
        <li key={mark.from}>
          <PlainButton
            label={t('focusPlayer.goTo', { time: momentText(mark) })}
            onClick={() => onSeek(mark.from)}
          >
            {momentText(mark)}
          </PlainButton>
          <PlainButton
            label={t('focusPlayer.removeMark', { time: momentText(mark) })}
            onClick={() => onMarks(marks.filter((one) => one !== mark))}
          >
            ×
          </PlainButton>
        </li>
      ))}
    </ul>
  )
}
