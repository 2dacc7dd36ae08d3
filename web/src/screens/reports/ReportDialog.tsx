import { focusCalls } from '@screening-room/contract/focus'
import { lists } from '@screening-room/contract/queues'
import { type Report, reportCalls } from '@screening-room/contract/reports'
import { videoCalls } from '@screening-room/contract/videos'
import { config } from '../../api/config.ts'
import { canAct, permitted } from '../../api/permissions.ts'
import { useCall } from '../../api/queries.ts'
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
import { HeldNote } from '../../shared/Held.tsx'
import { History, useDecided } from '../../shared/History.tsx'
import { Later } from '../../shared/Later.tsx'
import { MemberLink } from '../../shared/MemberLink.tsx'
import { NoItem } from '../../shared/NoItem.tsx'
import { Player } from '../../shared/Player.tsx'
import { ReviewStatus } from '../../shared/ReviewStatus.tsx'
import { UpheldOf } from '../../shared/UpheldOf.tsx'
import { useItem } from '../../shared/useItem.ts'
import { useReasonNames } from '../../shared/useReasons.ts'
import { useSeek } from '../../shared/useSeek.ts'
import { type NextItem, useThenNext } from '../../shared/useThenNext.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { Text } from '../../ui/Text.tsx'
import { callTypeOf, isVideoMissing, videoTypeName } from './list.ts'
import { useReportActions } from './useReportActions.tsx'
import { VideoTypeBadge } from './VideoTypeBadge.tsx'
import './reports.css'

interface ReportDialogProps extends NextItem {
  id: number
  /** The item from the list, if it is on the current page. */
  listed: Report | undefined
}

export function ReportDialog({ id, listed, ...nextItem }: ReportDialogProps) {
  const { t } = useTranslation()
  const { onClose } = nextItem
  const { onDecided, tick } = useThenNext(nextItem)
  const { item, reading } = useItem(reportCalls.get, id, listed)
  const decided = useDecided('report', id, item?.reportStatus)
  const reasonName = useReasonNames()
  const actions = useReportActions()
  const may = (action: 'dismiss' | 'takeDown') =>
    item !== undefined && canAct('report', action, item.reportStatus) && !actions.running
  const typeName = item && videoTypeName(callTypeOf(item))
  const missing = item !== undefined && isVideoMissing(item)
  const { videoRef, seek } = useSeek()

  return (
    <DetailDialog
      itemId={id}
      title={item?.videoTitle}
      onClose={onClose}
      beside={tick}
      cancel={t('common.close')}
      actions={permitted<DialogAction>('report', [
        {
          key: 'dismiss',
          label: t('reports.dismissReport'),
          disabled: !may('dismiss'),
          loading: actions.dismissing,
          hint: decided,
          onClick: () => item && actions.dismiss(item, onDecided),
        },
        {
          key: 'takeDown',
          label: t('reports.takeDownVideo'),
          tone: 'danger',
          disabled: missing || !may('takeDown'),
          loading: actions.takingDown,
          hint: decided ?? (missing ? t('reports.videoMissing') : undefined),
          onClick: () => item && actions.takeDown(item, onDecided),
        },
      ])}
    >
      {!item && <NoItem reading={reading} missing={t('reports.missing')} />}
      {item && (
        <div className="sr-report">
          <section className="sr-report-video" aria-label={t('reports.reportedVideo')}>
            <h3>{t('reports.reportedVideo')}</h3>
            {missing && (
              <div className="sr-report-missing" role="note">
                <strong>{t('reports.videoMissing')}</strong>
                <p>{t('reports.videoMissingHint')}</p>
              </div>
            )}
            {!missing && typeName && (
              <Player
                key={item.videoId}
                link={videoCalls.link[typeName]}
                id={item.videoId}
                videoRef={videoRef}
                reported
              />
            )}
            {!missing && !typeName && (
              <Failure text={t('errors.unknownVideoType')} retry={reading.refetch} />
            )}
            {!missing && <AboutItem list="report" id={item.videoId} />}
          </section>
          <div>
            <HeldNote list="report" id={item.videoId} at={item.reportStatus} />
            <Fields>
              <Field label={t('reports.reason')} wide>
                <Text>{reasonName(item.reportMessageId)}</Text>
              </Field>
              <Field label={t('reports.id')}>{item.id}</Field>
              <Field label={t('reports.status')}>
                <ReviewStatus value={item.reportStatus} of="reportStatus" />
              </Field>
              <Field label={t('reports.time')}>
                <Text>{shownTime(item.createTime ?? item.reportTime)}</Text>
              </Field>
              <Field label={t('reports.reporterId')}>
                <MemberLink id={item.reportUserId}>
                  <Text>{item.reportUserId}</Text>
                </MemberLink>{' '}
                {!missing && config().ours && (
                  <Later>
                    <Reporter report={item} />
                  </Later>
                )}
              </Field>
              <Field label={t('reports.videoId')}>{item.videoId}</Field>
              <Field label={t('reports.videoType')}>
                <VideoTypeBadge type={item.videoType} />
              </Field>
              <Field label={t('reports.count')}>
                <Text>{item.reportCount}</Text>
              </Field>
              <PlatformId id={item.externalId} />
              <PlatformId of={t('reports.videoPlatformId')} id={item.videoExternalId} />
            </Fields>
            {decided && <p className="sr-decided">{decided}</p>}
            <History queue="report" id={id} onSeek={seek} />
          </div>
        </div>
      )}
    </DetailDialog>
  )
}

/** Asked with what else is shown about the video. */
function Reporter({ report: { videoId, reportUserId } }: { report: Report }) {
  const about = useCall(
    focusCalls.about,
    { queue: lists.report.address, id: videoId },
    { keep: false, fresh: 60_000 },
  )
  return <UpheldOf reporters={about.data?.data.reporters} id={reportUserId} />
}
