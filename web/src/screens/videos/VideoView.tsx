import { StarFilled } from '@ant-design/icons'
import { lists } from '@screening-room/contract/queues'
import { certified, notPublic, videoType } from '@screening-room/contract/review'
import { type Video, type VideoKind, videoCalls } from '@screening-room/contract/videos'
import { Button, Tag } from 'antd'
import { type Ref, Suspense } from 'react'
import { useCall } from '../../api/queries.ts'
import { Field, Fields, PlatformId } from '../../shared/DetailDialog.tsx'
import { shownTime } from '../../shared/dates.ts'
import { bannerAddress, durationText } from '../../shared/format.ts'
import { Erased } from '../../shared/ItemNotes.tsx'
import { Later } from '../../shared/Later.tsx'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { MissingHere } from '../../shared/MissingHere.tsx'
import { Player } from '../../shared/Player.tsx'
import { ReviewStatus } from '../../shared/ReviewStatus.tsx'
import { SecondPersonNote } from '../../shared/SecondPersonNote.tsx'
import { TagName } from '../../shared/TagName.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { Skeleton, SkeletonBox } from '../../ui/Skeleton.tsx'
import { Text } from '../../ui/Text.tsx'
import { videoTypeOf } from './list.ts'
import { VideoCategory } from './VideoCategory.tsx'
import './videos.css'

const Pictures = lazyPart(() => import('../../shared/Pictures.tsx'), MissingHere)

const { words } = lists['personal-video'].filters.language

const links = {
  [videoType.promo]: videoCalls.link.promo,
  [videoType.personal]: videoCalls.link.personal,
  [videoType.project]: videoCalls.link.project,
}

interface VideoViewProps {
  videoKind: VideoKind
  video: Video
  videoRef: Ref<HTMLVideoElement>
}

/** The details of a video, beside the video itself. */
export function VideoView({ videoKind, video, videoRef }: VideoViewProps) {
  const { t } = useTranslation()
  const banner = bannerAddress(video.videoBanner || video.imageUrl)
  const isPublic = (video.visibility ?? video.viewStatus) !== notPublic
  return (
    <div className="sr-video-view">
      <SecondPersonNote queue="video" id={video.id} />
      <Player
        link={links[videoTypeOf(videoKind, video)]}
        id={video.id}
        version={video.version}
        videoRef={videoRef}
        {...(banner.state === 'shown' ? { poster: banner.address } : {})}
      />
      <Fields>
        <Field label={t('videos.title')} wide>
          <strong>{video.erased ? <Erased /> : <Text>{video.title}</Text>}</strong>
        </Field>
        <Field label={t('videos.status')}>
          <ReviewStatus value={video.viewStatus} />
          {video.featured && (
            <span className="sr-badge sr-featured">
              <StarFilled aria-hidden /> {t('videos.featured')}
            </span>
          )}
        </Field>
        <Field label={t('videos.certification')}>
          <Certified id={video.id} />
        </Field>
        <Field label={t('videos.visibility')}>
          {t(isPublic ? 'videos.public' : 'videos.notPublic')}
        </Field>
        <Field label={t('videos.duration')}>
          {durationText(video.duration) ?? t('common.unknown')}
        </Field>
        <Field label={t('videos.uploadTime')}>
          <Text>{shownTime(video.createTime)}</Text>
        </Field>
        <Field label={t('videos.id')}>{video.id}</Field>
        {videoKind === 'personal' && video.language && (
          <Field label={t('videos.language')}>
            {t(`videos.languages.${words.find((word) => word === video.language) ?? 'unknown'}`)}
          </Field>
        )}
        <Field label={t('videos.category')} wide>
          <VideoCategory videoKind={videoKind} video={video} />
        </Field>
        <Field label={t('videos.tags')} wide>
          {video.tags?.length ? (
            <span className="sr-tags">
              {video.tags.map((tag) => (
                <Tag key={tag.id}>
                  <TagName tag={tag} />
                </Tag>
              ))}
            </span>
          ) : (
            <span className="sr-muted">{t('videos.noTags')}</span>
          )}
        </Field>
        <PlatformId id={video.externalId} />
      </Fields>
      <dl className="sr-video-text">
        <Field label={t('videos.description')}>
          <Text fallback={t('videos.noDescription')}>{video.introduction}</Text>
        </Field>
        <Field label={t('videos.banner')}>
          {banner.state === 'none' ? (
            <span className="sr-muted">{t('videos.noBanner')}</span>
          ) : (
            <Later before={<SkeletonBox />}>
              <Suspense fallback={<SkeletonBox />}>
                <Pictures addresses={[banner]} height={90} none={t('videos.noBanner')} />
              </Suspense>
            </Later>
          )}
        </Field>
      </dl>
    </div>
  )
}

/** Whether the uploader is certified: only status 1 means yes (spec, section 2). */
function Certified({ id }: { id: number }) {
  const { t } = useTranslation()
  const reading = useCall(videoCalls.certified, { id }, { keep: false })
  if (reading.isPending) return <Skeleton />
  if (reading.isError)
    return (
      <>
        {t('common.unknown')}{' '}
        <Button size="small" onClick={() => void reading.refetch()}>
          {t('common.tryAgain')}
        </Button>
      </>
    )
  return t(reading.data.data.status === certified ? 'videos.certified' : 'videos.notCertified')
}
