import { useEffect, useState } from 'react'
import { clockText } from '../../../shared/moments.ts'
import { useTranslation } from '../../../texts/i18n.ts'
import { longSeconds, measureRate, unusualRate } from './facts.ts'
import { useHasPicture, useSize, useSound, useUpright } from './useMedia.ts'

interface MediaFactsProps {
  video: HTMLVideoElement
  length: number
}

/** What is unusual about this film, with what can be done about it; absent where nothing is. */
export function MediaFacts({ video, length }: MediaFactsProps) {
  const { t } = useTranslation()
  const sound = useSound(video)
  const hasPicture = useHasPicture(video)
  const upright = useUpright(video)
  const [width, height] = useSize(video).split('×')
  const [gap, setGap] = useState(0)
  useEffect(() => measureRate(video, setGap), [video])
  const rate = gap ? unusualRate(gap) : undefined
  const facts = [
    !hasPicture && t('focusPlayer.facts.noPicture'),
    sound === 'apart' && t('focusPlayer.facts.soundApart'),
    sound === 'none' && t('focusPlayer.facts.silent'),
    length >= longSeconds && t('focusPlayer.facts.long', { time: clockText(length) }),
    upright && t('focusPlayer.facts.upright', { width, height }),
    rate !== undefined && t('focusPlayer.facts.rate', { rate, gap: gap.toFixed(2) }),
  ].filter((fact) => fact !== false)
  return (
    <div className="sr-rp-facts" role="status">
      {facts.map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
    </div>
  )
}
