import { StarFilled } from '@ant-design/icons'
import { certified, notPublic, videoType } from '@screening-room/contract/review'
import { type Video, type VideoKind, videoCalls } from '@screening-room/contract/videos'
import { Button, Skeleton, Tag } from 'antd'
import { lazy, type Ref, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/queries.ts'
import { useAppearance } from '../../shared/appearance.ts'
import { Field, Fields } from '../../shared/DetailDialog.tsx'
import { shownTime } from '../../shared/dates.ts'
import { bannerAddress, durationText, nameIn } from '../../shared/format.ts'
import { Player } from '../../shared/Player.tsx'
import { ReviewStatus } from '../../shared/ReviewStatus.tsx'
import { Text } from '../../ui/Text.tsx'
import { typeOf } from './list.ts'
import { VideoCategory } from './VideoCategory.tsx'
import './videos.css'

const Pictures = lazy(() => import('../../shared/Pictures.tsx'))

const links = {
  [videoType.promo]: videoCalls.link.promo,
  [videoType.personal]: videoCalls.link.personal,
  [videoType.project]: videoCalls.link.project,
}

interface VideoViewProps {
  kind: VideoKind
  video: Video
  film: Ref<HTMLVideoElement>
}

/** Everything that is known of a video, beside the video itself. */
export function VideoView({ kind, video, film }: VideoViewProps) {
  const { t } = useTranslation()
  const { language } = useAppearance()
  const banner = bannerAddress(video.videoBanner || video.imageUrl)
  const isPublic = (video.visibility ?? video.viewStatus) !== notPublic
  return (
    <div className="sr-video-view">
      <Player
        link={links[typeOf(kind, video)]}
        id={video.id}
        film={film}
        {...(banner.kind === 'shown' ? { poster: banner.address } : {})}
      />
      <Fields>
        <Field label={t('videos.title')} wide>
          <strong>
            <Text>{video.title}</Text>
          </strong>
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
        <Field label={t('videos.category')} wide>
          <VideoCategory kind={kind} video={video} />
        </Field>
        <Field label={t('videos.tags')} wide>
          {video.tags?.length ? (
            <span className="sr-tags">
              {video.tags.map((tag) => (
                <Tag key={tag.id}>
                  <Text>{nameIn(language, tag)}</Text>
                </Tag>
              ))}
            </span>
          ) : (
            <span className="sr-muted">{t('videos.noTags')}</span>
          )}
        </Field>
      </Fields>
      <dl className="sr-video-text">
        <Field label={t('videos.description')}>
          <Text fallback={t('videos.noDescription')}>{video.introduction}</Text>
        </Field>
        <Field label={t('videos.banner')}>
          {banner.kind === 'none' ? (
            <span className="sr-muted">{t('videos.noBanner')}</span>
          ) : (
            <Suspense fallback={<Skeleton.Image active />}>
              <Pictures addresses={[banner]} height={90} none={t('videos.noBanner')} />
            </Suspense>
          )}
        </Field>
      </dl>
    </div>
  )
}

/** Whether the uploader is certified: status 1, and nothing else, says so (spec, section 2). */
function Certified({ id }: { id: number }) {
  const { t } = useTranslation()
  const answer = useCall(videoCalls.certified, { id }, { keep: false })
  if (answer.isPending) return <Skeleton.Input active size="small" />
  if (answer.isError)
    return (
      <>
        {t('common.unknown')}{' '}
        <Button size="small" onClick={() => void answer.refetch()}>
          {t('common.tryAgain')}
        </Button>
      </>
    )
  return t(answer.data.data.status === certified ? 'videos.certified' : 'videos.notCertified')
}
