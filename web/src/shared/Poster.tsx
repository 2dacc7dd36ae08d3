import { useState } from 'react'
import { bannerAddress } from './format.ts'

/** A small picture beside a title. It says nothing the title does not, so it has no words. */
export function Poster({ name }: { name: string | null | undefined }) {
  const [broken, setBroken] = useState(false)
  const picture = bannerAddress(name)
  return (
    <span className="sr-poster">
      {picture.kind === 'shown' && !broken && (
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
