import { useState } from 'react'
import { bannerAddress } from './format.ts'

/** A small picture beside a title. Decorative, so it has no alternative text. */
export function Poster({ name }: { name: string | null | undefined }) {
  const [broken, setBroken] = useState(false)
  const picture = bannerAddress(name)
  return (
    <span className="sr-poster">
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
