import { type Report, reportCalls } from '@screening-room/contract/reports'
import { dismissalMessage, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { App } from 'antd'
import { ApiFailure } from '../../api/failure.ts'
import { useAction } from '../../shared/useAction.ts'
import { useConfirm } from '../../shared/useConfirm.ts'
import { useReasonNames, useReasons } from '../../shared/useReasons.ts'
import { useTakeDownDialog } from '../../shared/useTakeDownDialog.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { Text } from '../../ui/Text.tsx'
import { callTypeOf, videoTypeName } from './list.ts'
import './reports.css'

const { project, personal } = videoCalls
/** A take-down closes the video's reports and changes the video. */
const reload = [
  reportCalls.list,
  reportCalls.get,
  project.list,
  project.get,
  personal.list,
  personal.get,
]
const dismissal = {
  done: 'reports.dismissed',
  failed: { plain: 'errors.dismissReport' },
  reload,
} as const
const takeDown = {
  done: 'reports.takenDown',
  failed: { plain: 'errors.takeDownVideo' },
  reload,
} as const

/** Sends a decision by the calls that the video's type needs. */
function useDecisions() {
  const dismiss = useAction(reportCalls.dismiss, dismissal)
  const dismissPersonal = useAction(personal.reject, dismissal)
  const takeDownProject = useAction(project.takeDown, takeDown)
  const takeDownPersonal = useAction(personal.takeDown, takeDown)
  return {
    dismissing: dismiss.running || dismissPersonal.running,
    takingDown: takeDownProject.running || takeDownPersonal.running,
    dismiss(report: Report) {
      const { videoId } = report
      const type = callTypeOf(report)
      // Personal videos are dismissed through their refusal (spec, section 4).
      if (type === videoType.personal)
        return dismissPersonal.run({ videoId, message: dismissalMessage })
      if (type === videoType.promo || type === videoType.project)
        return dismiss.run({ videoId, videoType: type })
      return Promise.resolve(new ApiFailure('failed'))
    },
    takeDown(report: Report, offlineReasons: number[]) {
      const { videoId } = report
      const type = callTypeOf(report)
      if (type === videoType.personal)
        return takeDownPersonal.run({ videoId, videoType: type, offlineReasons })
      if (type === videoType.promo || type === videoType.project)
        return takeDownProject.run({ videoId, videoType: type, offlineReasons })
      return Promise.resolve(new ApiFailure('failed'))
    },
  }
}

/** The actions on a report, each with its confirmation. */
export function useReportActions() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const decisions = useDecisions()
  const confirm = useConfirm()
  const askReasons = useTakeDownDialog()
  const reasons = useReasons()
  const reasonName = useReasonNames()
  const ownReason = ({ reportMessageId: own }: Report) => {
    const known = !reasons.data || reasons.data.data.some((reason) => reason.id === own)
    return own && known ? [own] : []
  }

  /** No call exists for an unknown type: an internal failure (spec, section 8). */
  const ifKnown =
    <Args extends [Report, ...unknown[]]>(act: (...args: Args) => void) =>
    (...args: Args) => {
      if (videoTypeName(args[0].videoType)) return act(...args)
      console.error('internal failure: unknown video type', args[0].videoType)
      message.error(t('errors.unknownVideoType'))
    }

  const chooseReasons = (report: Report, onDone?: () => void) =>
    askReasons({
      preselected: ownReason(report),
      submit: (reasonIds) => decisions.takeDown(report, reasonIds),
      ...(onDone ? { onDone } : {}),
    })

  return {
    dismissing: decisions.dismissing,
    takingDown: decisions.takingDown,
    running: decisions.dismissing || decisions.takingDown,

    dismiss: ifKnown((report: Report, onDone?: () => void) =>
      confirm({
        title: t('reports.dismissReport'),
        content: (
          <div className="sr-question">
            <p>{t('reports.dismissConfirm')}</p>
            <p className="sr-muted">{t('reports.dismissHint')}</p>
          </div>
        ),
        okText: t('common.dismiss'),
        act: () => decisions.dismiss(report),
        onDone,
      }),
    ),

    /** From the dialog: with the reasons that the reviewer selects. */
    takeDown: ifKnown(chooseReasons),

    /** From the row: with the report's own reason, or a choice if that reason no longer exists. */
    takeDownAsReported: ifKnown((report: Report) => {
      const own = ownReason(report)
      if (!own.length) return chooseReasons(report)
      confirm({
        title: t('reports.takeDownVideo'),
        content: (
          <div className="sr-question">
            <p>{t('reports.takeDownConfirm', { id: report.videoId })}</p>
            <p className="sr-muted">
              {t('reports.reasonLine')}
              <Text>{reasonName(own[0])}</Text>
            </p>
            <p className="sr-muted">{t('reports.takeDownHint')}</p>
          </div>
        ),
        okText: t('common.takeDown'),
        okButtonProps: { danger: true },
        act: () => decisions.takeDown(report, own),
      })
    }),
  }
}
