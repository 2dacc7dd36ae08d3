import type { Claimed } from '@screening-room/contract/focus'
import { Suspense } from 'react'
import { Field, Fields, PlatformId } from '../../../shared/DetailDialog.tsx'
import { shownTime } from '../../../shared/dates.ts'
import { bannerAddress, durationText } from '../../../shared/format.ts'
import { lazyPart } from '../../../shared/lazyPart.tsx'
import { MissingHere } from '../../../shared/MissingHere.tsx'
import { ReviewStatus } from '../../../shared/ReviewStatus.tsx'
import { useRoleNames } from '../../../shared/useRoles.ts'
import { useTranslation } from '../../../texts/i18n.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { Text } from '../../../ui/Text.tsx'

const Pictures = lazyPart(() => import('../../../shared/Pictures.tsx'), MissingHere)

type Project = NonNullable<Claimed['project']>

export function ProjectFacts({ project }: { project: Project }) {
  const { t } = useTranslation()
  const roleNames = useRoleNames()
  const cover = bannerAddress(project.cover)
  return (
    <>
      <Fields>
        <Field label={t('projects.owner')}>
          <Text>{project.ownerName}</Text>{' '}
          <StatusBadge tone={project.ownerCertified ? 'good' : 'unknown'}>
            {t(project.ownerCertified ? 'videos.certified' : 'videos.notCertified')}
          </StatusBadge>
        </Field>
        <Field label={t('projects.created')}>{shownTime(project.createTime)}</Field>
        <Field label={t('projects.roles')} wide>
          <Text>{roleNames(project.roleIds)}</Text>
        </Field>
        <Field label={t('projects.introduction')} wide>
          <Text fallback={t('projects.noIntroduction')}>{project.introduction}</Text>
        </Field>
        <PlatformId id={project.externalId} />
      </Fields>
      {project.promoVideoId && cover.state !== 'none' && (
        <Fields>
          <Field label={t('projects.cover')} wide>
            <Suspense fallback={null}>
              <Pictures addresses={[cover]} height={90} none={t('projects.noCover')} />
            </Suspense>
          </Field>
        </Fields>
      )}
      <h3>{t('projects.videos')}</h3>
      {project.videos.length === 0 && <p className="sr-muted">{t('projects.noVideos')}</p>}
      <ul className="sr-focus-videos">
        {project.videos.map((video) => (
          <li key={video.id}>
            <span>
              <Text>{video.title}</Text>
              <span className="sr-muted">
                {[
                  `#${video.id}`,
                  durationText(video.duration),
                  video.id === project.promoVideoId ? t('videoType.promo') : undefined,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <ReviewStatus value={video.viewStatus} />
          </li>
        ))}
      </ul>
    </>
  )
}
