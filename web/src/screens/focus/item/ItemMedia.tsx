import type { Claimed, FocusQueue } from '@screening-room/contract/focus'
import type { Mark } from '@screening-room/contract/receipt'
import { Skeleton } from 'antd'
import { lazy, type Ref, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { bannerAddress, pictureAddress, pictureList } from '../../../shared/format.ts'
import { ReviewPlayer } from '../player/ReviewPlayer.tsx'
import type { PlayerHandle } from '../player/types.ts'
import type { Looks } from '../useImageFilters.ts'
import { filmOf } from './item.ts'

const Pictures = lazy(() => import('../../../shared/Pictures.tsx'))

interface StageProps {
  queue: FocusQueue
  item: Claimed
  player: Ref<PlayerHandle>
  marks: readonly Mark[]
  onMarks: (marks: Mark[]) => void
  looks: Looks
  /** False: something else is on top. */
  active: boolean
}

/** What is to be looked at: a video, or pictures. */
export function Stage({ queue, item, player, marks, onMarks, looks, active }: StageProps) {
  const { t } = useTranslation()
  const film = filmOf(queue, item)
  const { blurred, grey, hidden } = looks
  if (film)
    return (
      <ReviewPlayer
        ref={player}
        queueItem={film}
        marks={marks}
        onMarks={onMarks}
        active={active}
        // Whoever opens a report decides when to see it.
        autoplay={queue !== 'report'}
        hidden={hidden}
        blurred={blurred}
        grey={grey}
      />
    )
  const addresses = item.certification
    ? pictureList(item.certification.authPicPath).map(pictureAddress)
    : [bannerAddress(item.project?.cover)]
  return (
    <div className="sr-focus-pictures" data-count={addresses.length}>
      {hidden ? (
        <p className="sr-focus-curtain">{t('focus.hidden')}</p>
      ) : (
        <Suspense fallback={<Skeleton.Image active />}>
          <Pictures
            key={item.id}
            large
            addresses={addresses}
            none={t(item.certification ? 'pictures.none' : 'projects.noCover')}
          />
        </Suspense>
      )}
    </div>
  )
}
