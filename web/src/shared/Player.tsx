import type { videoCalls } from '@screening-room/contract/videos'
import { Skeleton } from 'antd'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiAddress } from '../api/config.ts'
import { useCall } from '../api/queries.ts'
import { useCovers } from './covers.ts'
import { Failure } from './Failure.tsx'
import { useFailureToast } from './useFailureToast.ts'
import './covers.css'
import './shared.css'

type LinkCall = (typeof videoCalls.link)[keyof typeof videoCalls.link]

interface PlayerProps {
  /** The call that returns the address: promo, personal or project. */
  link: LinkCall
  id: number
  poster?: string | undefined
  /** For seeking from outside. */
  videoRef?: Ref<HTMLVideoElement>
  /** A reported video: blurred until it is played, unless the user switched that off. */
  reported?: boolean
}

/**
 * A video whose address is fetched when the player appears. It has the browser's own controls: they
 * work by keyboard, are localized, and need no styles that the policy forbids.
 */
export function Player({ link, id, poster, videoRef, reported = false }: PlayerProps) {
  const { t } = useTranslation()
  const reading = useCall(link, { id }, { keep: false, fresh: 60_000 })
  const [broken, setBroken] = useState(false)
  const [revealed, setRevealed] = useState(false)
  const covers = useCovers()
  const covered = reported && covers.blurred && !revealed
  useFailureToast(reading.error, t('errors.videoLink'))

  const address = reading.data && apiAddress(reading.data.data)?.href
  const unplayable = broken || (reading.data && !address)
  const retry = () => {
    setBroken(false)
    return reading.refetch()
  }
  return (
    <div className="sr-player">
      {reading.isPending && <Skeleton.Node active style={{ width: '100%', height: '100%' }} />}
      {reading.isError && <Failure text={t('errors.videoLink')} failure={null} retry={retry} />}
      {unplayable && !reading.isError && <Failure text={t('player.broken')} retry={retry} />}
      {address && !broken && !reading.isError && (
        <video
          key={address}
          ref={videoRef}
          className={covered ? 'sr-covered' : undefined}
          src={address}
          poster={poster}
          aria-label={t('player.label')}
          controls
          muted
          playsInline
          preload="metadata"
          onPlay={() => setRevealed(true)}
          onError={() => setBroken(true)}
        />
      )}
      {address && !broken && !reading.isError && covered && (
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
    </div>
  )
}
