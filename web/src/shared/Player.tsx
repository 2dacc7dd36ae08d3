import type { videoCalls } from '@screening-room/contract/videos'
import { Skeleton } from 'antd'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiAddress } from '../api/config.ts'
import { useCall } from '../api/queries.ts'
import { Failure } from './Failure.tsx'
import { useFailureToast } from './useFailureToast.ts'
import './shared.css'

type LinkCall = (typeof videoCalls.link)[keyof typeof videoCalls.link]

interface PlayerProps {
  /** The call that returns the address: promo, personal or project. */
  link: LinkCall
  id: number
  poster?: string | undefined
  /** For seeking from outside. */
  videoRef?: Ref<HTMLVideoElement>
}

/**
 * A video whose address is fetched when the player appears. It has the browser's own controls: they
 * work by keyboard, are localized, and need no styles that the policy forbids.
 */
export function Player({ link, id, poster, videoRef }: PlayerProps) {
  const { t } = useTranslation()
  const reading = useCall(link, { id }, { keep: false, fresh: 60_000 })
  const [broken, setBroken] = useState(false)
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
          src={address}
          poster={poster}
          aria-label={t('player.label')}
          controls
          muted
          playsInline
          preload="metadata"
          onError={() => setBroken(true)}
        />
      )}
    </div>
  )
}
