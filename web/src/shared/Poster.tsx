import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bannerAddress } from './format.ts'

/** A small picture beside a title. Decorative, so it has no alternative text. */
export function Poster({ name }: { name: string | null | undefined }) {
  const { t } = useTranslation()
  const [broken, setBroken] = useState(false)
  const picture = bannerAddress(name)
  const shown = picture.state === 'shown' && !broken
  return (
    <span className="sr-poster" title={shown ? undefined : t('pictures.noCover')}>
      {!shown && (
        <svg viewBox="0 0 64 36" aria-hidden="true">
          <path d="M22 10h20v16H22zM22 22l6-6 5 5 3-3 6 6M36 14h2" />
        </svg>
      )}
      {picture.state === 'shown' && !broken && (
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
