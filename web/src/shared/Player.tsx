import type { videoCalls } from '@screening-room/contract/videos'
import { type Ref, Suspense, useEffect, useRef, useState } from 'react'
import { apiAddress } from '../api/config.ts'
import type { Trouble } from '../api/media-probe.ts'
import { useCall } from '../api/queries.ts'
import { useTranslation, withLateTexts } from '../texts/i18n.ts'
import { SkeletonBox } from '../ui/Skeleton.tsx'
import { useCovers } from './covers.ts'
import { Failure } from './Failure.tsx'
import { Film } from './Film.tsx'
import { Later } from './Later.tsx'
import { lazyPart } from './lazyPart.tsx'
import { MissingHere } from './MissingHere.tsx'
import { useFailureToast } from './useFailureToast.ts'
import './covers.css'
import './shared.css'

const Unplayable = lazyPart(
  withLateTexts(() => import('./Unplayable.tsx')),
  MissingHere,
)

type LinkCall = (typeof videoCalls.link)[keyof typeof videoCalls.link]

interface PlayerProps {
  /** The call that returns the address: promo, personal or project. */
  link: LinkCall
  id: number
  poster?: string | undefined
  /** A new one may have another address. */
  version?: number | null | undefined
  /** For seeking from outside. */
  videoRef?: Ref<HTMLVideoElement>
  /** A reported video: blurred until it is played, unless the user switched that off. */
  reported?: boolean
}

/**
 * A video whose address is fetched when the player appears. It has the browser's own controls: they
 * work by keyboard, are localized, and need no styles that the policy forbids.
 */
export function Player(props: PlayerProps) {
  return (
    <div className="sr-player">
      <Later before={<SkeletonBox />}>
        <Video {...props} />
      </Later>
    </div>
  )
}

function Video({ link, id, poster, version, videoRef, reported = false }: PlayerProps) {
  const { t } = useTranslation()
  const reading = useCall(link, { id }, { keep: false, fresh: 60_000 })
  const [trouble, setTrouble] = useState<Trouble>()
  const shown = useRef(version)
  const { refetch } = reading
  useEffect(() => {
    if (typeof shown.current === 'number' && shown.current !== version) void refetch()
    shown.current = version
  }, [version, refetch])
  const [revealed, setRevealed] = useState(false)
  const covers = useCovers()
  const covered = reported && covers.blurred && !revealed
  useFailureToast(reading.error, t('errors.videoLink'))

  const address = reading.data && apiAddress(reading.data.data)
  const unplayable = trouble !== undefined || (reading.data && !address)
  const plays = address && !unplayable && !reading.isError
  const retry = () => {
    setTrouble(undefined)
    return reading.refetch()
  }
  return (
    <>
      {reading.isPending && <SkeletonBox />}
      {reading.isError && <Failure text={t('errors.videoLink')} failure={null} retry={retry} />}
      {unplayable && !reading.isError && (
        <Suspense fallback={null}>
          <Unplayable trouble={trouble} retry={retry} />
        </Suspense>
      )}
      {plays && (
        <Film
          key={address.href}
          address={address}
          videoRef={videoRef}
          className={covered ? 'sr-covered' : undefined}
          poster={poster}
          onPlay={() => setRevealed(true)}
          onTrouble={setTrouble}
        />
      )}
      {plays && covered && (
        <button
          type="button"
          className="sr-cover"
          onClick={({ currentTarget }) => {
            const shown = currentTarget.previousElementSibling
            if (shown instanceof HTMLElement) shown.focus()
            setRevealed(true)
          }}
        >
          <span>{t('pictures.covered')}</span>
          <strong>{t('pictures.showCover')}</strong>
        </button>
      )}
    </>
  )
}
