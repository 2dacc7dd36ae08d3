import { StarFilled } from '@ant-design/icons'
import { categoryCalls, type Named } from '@screening-room/contract/categories'
import type { Certification } from '@screening-room/contract/certifications'
import type { About, Claimed } from '@screening-room/contract/focus'
import { notPublic } from '@screening-room/contract/review'
import type { Video } from '@screening-room/contract/videos'
import { Fragment } from 'react'
import { useCall } from '../../../api/queries.ts'
import { useAppearance } from '../../../shared/appearance.ts'
import { Field, Fields, PlatformId } from '../../../shared/DetailDialog.tsx'
import { shownTime } from '../../../shared/dates.ts'
import { durationText, nameIn } from '../../../shared/format.ts'
import { Phone } from '../../../shared/Phone.tsx'
import { ReportCase } from '../../../shared/ReportCase.tsx'
import { HiddenName, TagName } from '../../../shared/TagName.tsx'
import { useRoleName } from '../../../shared/useRoles.ts'
import { useTranslation } from '../../../texts/i18n.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { Text } from '../../../ui/Text.tsx'
import { ProjectFacts } from './ProjectFacts.tsx'

interface ItemFactsProps {
  item: Claimed
  about: About | undefined
}

/** The facts of an item, by queue. */
export function ItemFacts({ item, about }: ItemFactsProps) {
  if (item.certification) return <CertificationFacts certification={item.certification} />
  if (item.project) return <ProjectFacts project={item.project} />
  return (
    <>
      {item.reports && <ReportCase reports={item.reports} counts={about?.reporters} />}
      {item.video && <VideoFacts video={item.video} certified={about?.submitter?.certified} />}
    </>
  )
}

interface VideoFactsProps {
  video: Video
  certified: boolean | undefined
}

function VideoFacts({ video, certified }: VideoFactsProps) {
  const { t } = useTranslation()
  const { language } = useAppearance()
  const categories = useCall(categoryCalls.list, {}, { fresh: 10 * 60_000 }).data
  const has = ({ id }: Named) => id === video.categoryId
  const category = categories?.data.find(has)
  const hidden = categories?.hidden?.find(has)
  const isPublic = (video.visibility ?? video.viewStatus) !== notPublic
  return (
    <>
      <p className="sr-focus-badges">
        {certified !== undefined && (
          <StatusBadge tone={certified ? 'good' : 'unknown'}>
            {t(certified ? 'videos.certified' : 'videos.notCertified')}
          </StatusBadge>
        )}
        <span className="sr-badge">{t(isPublic ? 'videos.public' : 'videos.notPublic')}</span>
        <span className="sr-badge">{durationText(video.duration) ?? t('common.unknown')}</span>
        {category && (
          <span className="sr-badge">
            <Text>{nameIn(language, category)}</Text>
          </span>
        )}
        {hidden && (
          <span className="sr-badge">
            <HiddenName>{nameIn(language, hidden)}</HiddenName>
          </span>
        )}
        {video.featured && (
          <span className="sr-badge sr-badge-waiting">
            <StarFilled aria-hidden /> {t('videos.featured')}
          </span>
        )}
      </p>
      <Fields>
        <Field label={t('videos.description')} wide>
          <Text fallback={t('videos.noDescription')}>{video.introduction}</Text>
        </Field>
        <Field label={t('videos.tags')}>
          {video.tags?.length ? (
            video.tags.map((tag, index) => (
              <Fragment key={tag.id}>
                {index > 0 && ' · '}
                <TagName tag={tag} />
              </Fragment>
            ))
          ) : (
            <Text fallback={t('videos.noTags')} />
          )}
        </Field>
        <Field label={t('videos.uploadTime')}>
          <Text>{shownTime(video.createTime)}</Text>
        </Field>
        <PlatformId id={video.externalId} />
      </Fields>
    </>
  )
}

function CertificationFacts({ certification }: { certification: Certification }) {
  const { t } = useTranslation()
  const roleName = useRoleName()
  return (
    <Fields>
      <Field label={t('focus.role')}>
        <Text>{roleName(certification.authRoleId)}</Text>
      </Field>
      <Field label={t('focus.phone')}>
        <Phone key={certification.id} of={certification} />
      </Field>
      <Field label={t('certifications.submitTime')} wide>
        <Text>{shownTime(certification.createTime)}</Text>
      </Field>
      <Field label={t('focus.introduction')} wide>
        <Text fallback={t('certifications.noRemark')}>{certification.authIntroduce}</Text>
      </Field>
      <PlatformId id={certification.externalId} />
    </Fields>
  )
}
