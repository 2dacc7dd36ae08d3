import { projectCalls } from '@screening-room/contract/projects'
import { reasonFor } from '@screening-room/contract/review'
import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { hold } from '../../shared/hold.ts'
import { useAction } from '../../shared/useAction.ts'
import { useRejectDialog } from '../../shared/useRejectDialog.tsx'

const { approve: approveCall, reject: rejectCall, get, list } = projectCalls

/** Approve and Reject, asked for from a row or from the dialog: the same questions, the same words. */
export function useProjectActions() {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const opened = useRef<{ destroy: () => void }>(undefined)
  useEffect(() => () => opened.current?.destroy(), [])

  const reload = [list, get]
  const approving = useAction(approveCall, {
    done: 'done.approved',
    failed: { plain: 'errors.approveOperation', said: 'errors.approveFailed' },
    reload,
  })
  const rejecting = useAction(rejectCall, {
    done: 'done.rejected',
    failed: { plain: 'errors.rejectOperation', said: 'errors.rejectFailed' },
    reload,
  })
  const askReason = useRejectDialog()

  const approve = (projectId: number, onDone?: () => void) => {
    const submit = async () => {
      hold(dialog, true)
      const failure = await approving.run({ projectId })
      dialog.destroy()
      if (!failure) onDone?.()
    }
    const dialog = modal.confirm({
      title: t('projects.approveConfirm'),
      okText: t('common.approve'),
      cancelText: t('common.cancel'),
      // Taking `close` keeps antd from closing by itself.
      onOk: (_close: () => void) => void submit(),
    })
    opened.current = dialog
  }

  const reject = (projectId: number, onDone?: () => void) =>
    askReason({
      queue: 'project',
      id: projectId,
      title: t('projects.rejectTitle'),
      required: true,
      submit: (typed) => rejecting.run({ projectId, message: reasonFor('project', typed) }),
      ...(onDone ? { onDone } : {}),
    })

  return { approve, reject, approving: approving.running, rejecting: rejecting.running }
}
