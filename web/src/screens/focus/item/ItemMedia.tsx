import type { Claimed } from '@screening-room/contract/focus'
import { isCase, type ListName, lists } from '@screening-room/contract/queues'
import type { Mark } from '@screening-room/contract/receipt'
import { type Ref, Suspense } from 'react'
import { bannerAddress, pictureAddress, pictureList } from '../../../shared/format.ts'
import { lazyPart } from '../../../shared/lazyPart.tsx'
import { MissingHere } from '../../../shared/MissingHere.tsx'
import { openCertificates } from '../../../shared/open-certificates.ts'
import { useTranslation } from '../../../texts/i18n.ts'
import { SkeletonBox } from '../../../ui/Skeleton.tsx'
import type { Keys } from '../keys/useKeymap.ts'
import { ReviewPlayer } from '../player/ReviewPlayer.tsx'
import type { PlayerHandle } from '../player/types.ts'
import type { ImageFilters } from '../useImageFilters.ts'
import { videoOf } from './item.ts'

const Pictures = lazyPart(() => import('../../../shared/Pictures.tsx'), MissingHere)

interface ItemMediaProps {
  list: ListName
  item: Claimed
  player: Ref<PlayerHandle>
  marks: readonly Mark[]
  onMarks: (marks: Mark[]) => void
  imageFilters: ImageFilters
  keys: Keys
  /** False while a dialog covers it. */
  active: boolean
}

/** The media to review: a video, or pictures. */
export function ItemMedia({
  list,
  item,
  player,
  marks,
  onMarks,
  imageFilters,
  keys,
  active,
}: ItemMediaProps) {
  const { t } = useTranslation()
  const video = videoOf(list, item)
  const { blurred, covered, grey, hidden, reveal } = imageFilters
  if (video)
    return (
      <ReviewPlayer
        ref={player}
        reviewVideo={video}
        marks={marks}
        signals={item.video?.signals}
        onMarks={onMarks}
        keys={keys}
        active={active}
        // A reported video may be disturbing: the reviewer chooses when to play it.
        autoplay={!isCase(lists[list].queue)}
        hidden={hidden}
        blurred={blurred}
        covered={covered}
        onReveal={reveal}
        grey={grey}
      />
    )
  const addresses = item.certification
    ? pictureList(item.certification.authPicPath).map(pictureAddress)
    : [bannerAddress(item.project?.cover)]
  return (
    <div className="sr-focus-pictures" data-count={addresses.length}>
      {hidden ? (
        <p className="sr-focus-hidden">{t('focus.hidden')}</p>
      ) : (
        <Suspense fallback={<SkeletonBox />}>
          <Pictures
            key={item.id}
            large
            addresses={addresses}
            none={t(item.certification ? 'pictures.none' : 'projects.noCover')}
            onShown={() => item.certification && openCertificates(item.id)}
          />
        </Suspense>
      )}
    </div>
  )
}
