import { useState } from 'react'
import { bannerAddress } from '../../shared/format.ts'
import './projects.css'

/** A small picture beside a title. It says nothing the title does not, so it has no words. */
export function Cover({ name }: { name: string | null | undefined }) {
  const [broken, setBroken] = useState(false)
  const picture = bannerAddress(name)
  if (picture.kind !== 'shown' || broken) return <span className="sr-cover" aria-hidden="true" />
  return (
    <img
      className="sr-cover"
      src={picture.address}
      alt=""
      width="64"
      height="36"
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  )
}
