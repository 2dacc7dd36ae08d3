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
  /** The call that answers the address: promo, personal or project. */
  link: LinkCall
  id: number
  poster?: string | undefined
  /** For whoever leads it to a moment. */
  film?: Ref<HTMLVideoElement>
}

/**
 * A video whose address is fetched when the player appears. The browser's own controls: they are
 * reachable by keyboard, speak the person's language and need no styles that the policy forbids.
 */
export function Player({ link, id, poster, film }: PlayerProps) {
  const { t } = useTranslation()
  const answer = useCall(link, { id }, { keep: false, fresh: 60_000 })
  const [broken, setBroken] = useState(false)
  useFailureToast(answer.error, t('errors.videoLink'))

  const address = answer.data && apiAddress(answer.data.data)?.href
  const unplayable = broken || (answer.data && !address)
  const again = () => {
    setBroken(false)
    return answer.refetch()
  }
  return (
    <div className="sr-player">
      {answer.isPending && <Skeleton.Node active style={{ width: '100%', height: '100%' }} />}
      {answer.isError && <Failure text={t('errors.videoLink')} failure={null} retry={again} />}
      {unplayable && !answer.isError && <Failure text={t('player.broken')} retry={again} />}
      {address && !broken && !answer.isError && (
        <video
          key={address}
          ref={film}
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
