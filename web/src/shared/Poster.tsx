import { useState } from 'react'
import { useTranslation } from '../texts/i18n.ts'
import { useCovers } from './covers.ts'
import { useFirstViewPainted } from './first-view.ts'
import { bannerAddress } from './format.ts'
import './covers.css'

interface PosterProps {
  name: string | null | undefined
  blurred?: boolean
}

/** A small picture beside a title. Decorative, so it has no alternative text. */
export function Poster({ name, blurred = false }: PosterProps) {
  const { t } = useTranslation()
  const [broken, setBroken] = useState(false)
  const picture = bannerAddress(name)
  const painted = useFirstViewPainted()
  const shown = picture.state === 'shown' && !broken
  return (
    <span
      className={blurred ? 'sr-poster sr-poster-blurred' : 'sr-poster'}
      title={shown ? undefined : t('pictures.noCover')}
    >
      {!shown && (
        <svg viewBox="0 0 64 36" aria-hidden="true">
          <path d="M22 10h20v16H22zM22 22l6-6 5 5 3-3 6 6M36 14h2" />
        </svg>
      )}
      {shown && painted && (
        <img
          src={picture.address}
          alt=""
          width={64}
          height={36}
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  )
}

/** The cover of a reported video: blurred until somebody wants to see it, unless the user switched that off. */
export function ReportedPoster({ name }: Pick<PosterProps, 'name'>) {
  const { t } = useTranslation()
  const covers = useCovers()
  const [revealed, setRevealed] = useState(false)
  if (!covers.blurred || revealed || bannerAddress(name).state !== 'shown')
    return <Poster name={name} />
  return (
    <button
      type="button"
      className="sr-poster-cover"
      title={t('pictures.showCover')}
      aria-label={t('pictures.showCover')}
      onClick={(event) => {
        // On a phone a click on the row opens it.
        event.stopPropagation()
        setRevealed(true)
      }}
    >
      <Poster name={name} blurred />
    </button>
  )
}
