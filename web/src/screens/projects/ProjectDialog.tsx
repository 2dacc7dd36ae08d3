import { type Project, projectCalls } from '@screening-room/contract/projects'
import { videoCalls } from '@screening-room/contract/videos'
import { Suspense } from 'react'
import { canAct, permitted } from '../../api/permissions.ts'
import { AboutItem } from '../../shared/AboutItem.tsx'
import {
  DetailDialog,
  type DialogAction,
  Field,
  Fields,
  PlatformId,
} from '../../shared/DetailDialog.tsx'
import { shownTime } from '../../shared/dates.ts'
import { Failure } from '../../shared/Failure.tsx'
import { bannerAddress } from '../../shared/format.ts'
import { HeldNote } from '../../shared/Held.tsx'
import { History, useDecided } from '../../shared/History.tsx'
import { Erased, ItemNotes } from '../../shared/ItemNotes.tsx'
import { Later } from '../../shared/Later.tsx'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { MemberLink } from '../../shared/MemberLink.tsx'
import { MissingHere } from '../../shared/MissingHere.tsx'
import { NoItem } from '../../shared/NoItem.tsx'
import { Player } from '../../shared/Player.tsx'
import { ReviewStatus } from '../../shared/ReviewStatus.tsx'
import { useItem } from '../../shared/useItem.ts'
import { useReopen } from '../../shared/useReopen.ts'
import { useRoleNames } from '../../shared/useRoles.ts'
import { type NextItem, useThenNext } from '../../shared/useThenNext.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { Skeleton, SkeletonBox } from '../../ui/Skeleton.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Text } from '../../ui/Text.tsx'
import { ProjectVideos } from './ProjectVideos.tsx'
import { useProjectActions } from './useProjectActions.ts'
import './projects.css'

const Pictures = lazyPart(() => import('../../shared/Pictures.tsx'), MissingHere)

interface ProjectDialogProps extends NextItem {
  id: number
  /** The project from the list, if it is on the current page; it lacks the videos. */
  listed: Project | undefined
}

export default function ProjectDialog({ id, listed, ...nextItem }: ProjectDialogProps) {
  const { t } = useTranslation()
  const { onClose } = nextItem
  const { onDecided, tick } = useThenNext(nextItem)
  const { item, reading } = useItem(projectCalls.get, id, undefined)
  const project: Project | undefined = item ?? listed
  const decided = useDecided('project', id, project?.status)
  const actions = useProjectActions()
  const running = actions.approving || actions.rejecting
  const reopen = useReopen({
    queue: 'project',
    id,
    at: project?.status,
    reload: [projectCalls.list, projectCalls.get],
    onDone: onClose,
  })
  const may = (action: 'approve' | 'reject') =>
    project !== undefined && canAct('project', action, project.status) && !running

  return (
    <DetailDialog
      itemId={id}
      title={project?.title}
      onClose={onClose}
      beside={tick}
      cancel={t('common.close')}
      actions={permitted<DialogAction>('project', [
        ...reopen,
        {
          key: 'reject',
          label: t('common.reject'),
          tone: 'danger',
          disabled: !may('reject'),
          loading: actions.rejecting,
          hint: decided,
          onClick: () => project && actions.reject(project, onDecided),
        },
        {
          key: 'approve',
          label: t('common.approve'),
          tone: 'primary',
          disabled: !may('approve'),
          loading: actions.approving,
          hint: decided,
          onClick: () => project && actions.approve(project, onDecided),
        },
      ])}
    >
      {!project && <NoItem reading={reading} missing={t('projects.missing')} />}
      {project && (
        <>
          <HeldNote list="project" id={id} at={project.status} />
          <ItemNotes queue="project" id={id} facts={project} settled={!reading.isFetching} />
          <ProjectFields project={project} />
          <ProjectMedia project={project} />
          <section className="sr-project-part" aria-label={t('projects.videos')}>
            <h3>{t('projects.videos')}</h3>
            {item && (
              <Later before={<Skeleton rows={4} />}>
                <ProjectVideos videos={item.videos} promoVideoId={item.promoVideoId} />
              </Later>
            )}
            {!item && reading.isPending && <Skeleton rows={4} />}
            {!item && reading.isError && (
              <Failure
                text={t('projects.videosFailed')}
                failure={reading.error}
                retry={reading.refetch}
              />
            )}
          </section>
          <AboutItem list="project" id={id} />
          {decided && <p className="sr-decided">{decided}</p>}
          <History queue="project" id={id} />
        </>
      )}
    </DetailDialog>
  )
}

function ProjectFields({ project }: { project: Project }) {
  const { t } = useTranslation()
  const roleNames = useRoleNames()
  return (
    <Fields>
      <Field label={t('projects.title')} wide>
        <strong className="sr-project-name">
          {project.erased ? <Erased /> : <Text>{project.title}</Text>}
        </strong>
      </Field>
      <Field label={t('projects.id')}>{project.id}</Field>
      <Field label={t('projects.status')}>
        <ReviewStatus value={project.status} />
      </Field>
      <Field label={t('projects.created')}>{shownTime(project.createTime)}</Field>
      <Field label={t('projects.owner')}>
        <MemberLink id={project.ownerId}>
          <Text>{project.ownerName}</Text>
        </MemberLink>
      </Field>
      <Field label={t('projects.ownerCertification')}>
        <StatusBadge tone={project.ownerCertified ? 'good' : 'unknown'}>
          {t(project.ownerCertified ? 'videos.certified' : 'videos.notCertified')}
        </StatusBadge>
      </Field>
      <Field label={t('projects.roles')}>
        <Text>{roleNames(project.roleIds)}</Text>
      </Field>
      <Field label={t('projects.introduction')} wide>
        <Text fallback={t('projects.noIntroduction')}>{project.introduction}</Text>
      </Field>
      <PlatformId id={project.externalId} />
    </Fields>
  )
}

function ProjectMedia({ project }: { project: Project }) {
  const { t } = useTranslation()
  const cover = bannerAddress(project.cover)
  return (
    <div className="sr-project-media">
      <Fields>
        <Field label={t('projects.promoVideo')} wide>
          {project.promoVideoId ? (
            <Player link={videoCalls.link.promo} id={project.promoVideoId} />
          ) : (
            <span className="sr-muted">{t('projects.noPromoVideo')}</span>
          )}
        </Field>
      </Fields>
      <Fields>
        <Field label={t('projects.cover')} wide>
          {cover.state === 'none' ? (
            <span className="sr-muted">{t('projects.noCover')}</span>
          ) : (
            <Later before={<SkeletonBox />}>
              <Suspense fallback={<SkeletonBox />}>
                <Pictures addresses={[cover]} none={t('projects.noCover')} />
              </Suspense>
            </Later>
          )}
        </Field>
      </Fields>
    </div>
  )
}
