import { type Report, reportCalls } from '@screening-room/contract/reports'
import { dismissalMessage, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { App } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '../../api/failure.ts'
import { hold } from '../../shared/hold.ts'
import { useAction } from '../../shared/useAction.ts'
import { useReasonNames, useReasons } from '../../shared/useReasons.ts'
import { useTakeDownDialog } from '../../shared/useTakeDownDialog.tsx'
import { Text } from '../../ui/Text.tsx'
import { kindOf } from './list.ts'
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
    dismiss({ videoId, videoType: type }: Report) {
      // Personal videos are dismissed through their refusal (spec, section 4).
      if (type === videoType.personal)
        return dismissPersonal.run({ videoId, message: dismissalMessage })
      if (type === videoType.promo || type === videoType.project)
        return dismiss.run({ videoId, videoType: type })
      return Promise.resolve(new ApiFailure('failed'))
    },
    takeDown({ videoId, videoType: type }: Report, offlineReasons: number[]) {
      if (type === videoType.personal)
        return takeDownPersonal.run({ videoId, videoType: type, offlineReasons })
      if (type === videoType.promo || type === videoType.project)
        return takeDownProject.run({ videoId, videoType: type, offlineReasons })
      return Promise.resolve(new ApiFailure('failed'))
    },
  }
}

interface Question {
  title: string
  content: ReactNode
  okText: string
  danger: boolean
}

/** Asks before it acts; while it acts, the question's buttons are off. */
function useQuestion() {
  const { modal } = App.useApp()
  const { t } = useTranslation()
  const opened = useRef<{ destroy: () => void }>(undefined)
  useEffect(() => () => opened.current?.destroy(), [])

  return (
    { danger, ...question }: Question,
    act: () => Promise<ApiFailure | undefined>,
    onDone?: () => void,
  ) => {
    let running = false
    const submit = async () => {
      if (running) return
      running = true
      hold(dialog, running)
      const failure = await act()
      dialog.destroy()
      if (!failure) onDone?.()
    }
    const dialog = modal.confirm({
      ...question,
      okButtonProps: { danger },
      cancelText: t('common.cancel'),
      // Taking `close` keeps antd from closing by itself.
      onOk: (_close: () => void) => void submit(),
    })
    opened.current = dialog
  }
}

/** What can be done with a report, each with its question. */
export function useReportActions() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const decisions = useDecisions()
  const ask = useQuestion()
  const askReasons = useTakeDownDialog()
  const reasons = useReasons()
  const reasonName = useReasonNames()
  const ownReason = ({ reportMessageId: own }: Report) => {
    const known = !reasons.data || reasons.data.data.some((reason) => reason.id === own)
    return own && known ? [own] : []
  }

  /** No call exists for a type nobody defined: an internal failure (spec, section 8). */
  const ifKnown =
    <Args extends [Report, ...unknown[]]>(act: (...args: Args) => void) =>
    (...args: Args) => {
      if (kindOf(args[0].videoType)) return act(...args)
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
      ask(
        {
          title: t('reports.dismissReport'),
          content: (
            <div className="sr-question">
              <p>{t('reports.dismissConfirm')}</p>
              <p className="sr-muted">{t('reports.dismissHint')}</p>
            </div>
          ),
          okText: t('common.dismiss'),
          danger: false,
        },
        () => decisions.dismiss(report),
        onDone,
      ),
    ),

    /** From the dialog: with the reasons that the reviewer ticks. */
    takeDown: ifKnown(chooseReasons),

    /** From the row: with the report's own reason, or a choice where that is no longer a reason. */
    takeDownAsReported: ifKnown((report: Report) => {
      const own = ownReason(report)
      if (!own.length) return chooseReasons(report)
      ask(
        {
          title: t('reports.takeDownVideo'),
          content: (
            <div className="sr-question">
              <p>{t('reports.takeDownConfirm', { id: report.videoId })}</p>
              <p className="sr-muted">
                {t('reports.reason')}: <Text>{reasonName(own[0])}</Text>
              </p>
            </div>
          ),
          okText: t('common.takeDown'),
          danger: true,
        },
        () => decisions.takeDown(report, own),
      )
    }),
  }
}
