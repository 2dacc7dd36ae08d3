import { projectCalls } from '@screening-room/contract/projects'
import { reasonFor } from '@screening-room/contract/queues'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/useAction.ts'
import { useConfirm } from '../../shared/useConfirm.ts'
import { useRejectDialog } from '../../shared/useRejectDialog.tsx'

const { approve: approveCall, reject: rejectCall, get, list } = projectCalls

/** Approve and Reject, the same from a row and from the dialog. */
export function useProjectActions() {
  const { t } = useTranslation()
  const confirm = useConfirm()

  const reload = [list, get]
  const approving = useAction(approveCall, {
    done: 'done.approved',
    failed: { plain: 'errors.approveOperation', withMessage: 'errors.approveFailed' },
    reload,
  })
  const rejecting = useAction(rejectCall, {
    done: 'done.rejected',
    failed: { plain: 'errors.rejectOperation', withMessage: 'errors.rejectFailed' },
    reload,
  })
  const askReason = useRejectDialog()

  const approve = (projectId: number, onDone?: () => void) => {
    confirm({
      title: t('projects.approveConfirm'),
      okText: t('common.approve'),
      act: () => approving.run({ projectId }),
      onDone,
    })
  }

  const reject = (projectId: number, onDone?: () => void) =>
    askReason({
      list: 'project',
      id: projectId,
      title: t('projects.rejectTitle'),
      submit: (typed) => rejecting.run({ projectId, message: reasonFor('project', typed) }),
      ...(onDone ? { onDone } : {}),
    })

  return { approve, reject, approving: approving.running, rejecting: rejecting.running }
}
