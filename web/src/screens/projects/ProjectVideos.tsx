import type { OutputOf } from '@screening-room/contract/call'
import type { projectCalls } from '@screening-room/contract/projects'
import { durationText } from '../../shared/format.ts'
import { Poster } from '../../shared/Poster.tsx'
import { ReviewStatus } from '../../shared/ReviewStatus.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { Text } from '../../ui/Text.tsx'
import './projects.css'

type Video = OutputOf<typeof projectCalls.get>['data']['videos'][number]

interface ProjectVideosProps {
  videos: Video[]
  promoVideoId: number | null | undefined
}

/** The project's videos. Each is reviewed separately, one link away. */
export function ProjectVideos({ videos, promoVideoId }: ProjectVideosProps) {
  const { t } = useTranslation()
  if (!videos.length) return <span className="sr-muted">{t('projects.noVideos')}</span>
  return (
    <ul className="sr-project-videos">
      {videos.map((video) => (
        <li key={video.id}>
          <Poster name={video.imageUrl} />
          <span className="sr-project-video">
            <a href={`#/dashboard/video-review?view=${video.id}`}>
              <Text>{video.title}</Text>
            </a>
            <span className="sr-muted">
              {[
                video.id,
                durationText(video.duration),
                video.id === promoVideoId ? t('videoType.promo') : undefined,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          <ReviewStatus value={video.viewStatus} />
        </li>
      ))}
    </ul>
  )
}
