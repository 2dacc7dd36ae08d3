import { type Project, projectCalls } from '@screening-room/contract/projects'
import { reasonFor } from '@screening-room/contract/queues'
import { withVersion } from '../../shared/seen-version.ts'
import { useAction } from '../../shared/useAction.ts'
import { useConfirm } from '../../shared/useConfirm.ts'
import { useRejectDialog } from '../../shared/useRejectDialog.tsx'
import { useTranslation } from '../../texts/i18n.ts'

const { approve: approveCall, reject: rejectCall, get, list } = projectCalls

type ShownProject = Pick<Project, 'id' | 'version'>

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

  const approve = ({ id: projectId, version }: ShownProject, onDone?: () => void) => {
    const run = withVersion(version, approving.run)
    confirm({
      title: t('projects.approveConfirm'),
      okText: t('common.approve'),
      act: () => run({ projectId }),
      onDone,
    })
  }

  const reject = ({ id: projectId, version }: ShownProject, onDone?: () => void) => {
    const run = withVersion(version, rejecting.run)
    askReason({
      list: 'project',
      id: projectId,
      title: t('projects.rejectTitle'),
      submit: (typed) => run({ projectId, message: reasonFor('project', typed) }),
      ...(onDone ? { onDone } : {}),
    })
  }

  return { approve, reject, approving: approving.running, rejecting: rejecting.running }
}
