import { hasAction, type ListName, lists } from '@screening-room/contract/queues'
import { useId } from 'react'
import { useTranslation } from '../texts/i18n.ts'
import { useAppearance } from './appearance.ts'
import { useRejectReasons } from './useRejectReasons.ts'
import './reasons.css'

interface ReasonChipsProps {
  list: ListName
  /** The text in the field. */
  text: string
  onText: (text: string) => void
}

/** Prepared reasons: a click fills the field, or adds a line to what is in it. */
export function ReasonChips({ list, text, onText }: ReasonChipsProps) {
  const { t } = useTranslation()
  const id = useId()
  const { language } = useAppearance()
  const { queue } = lists[list]
  const { reasons } = useRejectReasons(hasAction(queue, 'reject') ? queue : undefined)
  if (!reasons?.length) return null
  const fill = (words: string) => {
    const before = text.trimEnd()
    if (before.includes(words)) return onText(text)
    onText(before ? `${before}\n${words}` : words)
  }
  return (
    <div className="sr-reason-chips">
      <span id={id}>{t('reject.chips')}</span>
      <ul aria-labelledby={id}>
        {reasons.map((reason) => {
          const words = language === 'en' ? reason.textEn : reason.text
          return (
            <li key={reason.id}>
              <button type="button" title={words} onClick={() => fill(words)}>
                {language === 'en' ? reason.labelEn : reason.label}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
