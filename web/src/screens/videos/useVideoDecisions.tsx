import { dismissalMessage } from '@screening-room/contract/review'
import { type Video, type VideoKind, videoCalls } from '@screening-room/contract/videos'
import { ApiFailure } from '../../api/failure.ts'
import { withVersion } from '../../shared/seen-version.ts'
import { useAction } from '../../shared/useAction.ts'
import { useConfirm } from '../../shared/useConfirm.ts'
import { useRejectDialog } from '../../shared/useRejectDialog.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { Text } from '../../ui/Text.tsx'
import { listOf } from './list.ts'

/** Decisions on a video, from its row and from its dialog. */
export function useVideoDecisions(videoKind: VideoKind) {
  const { t } = useTranslation()
  const calls = videoCalls[videoKind]
  const reload = [calls.list, calls.get]

  const approval = useAction(calls.approve, {
    done: 'done.approved',
    failed: { plain: 'errors.approveOperation', withMessage: 'errors.approveFailed' },
    reload,
  })
  const rejection = useAction(calls.reject, {
    done: 'done.rejected',
    failed: { plain: 'errors.rejectOperation', withMessage: 'errors.rejectFailed' },
    reload,
  })
  const askReason = useRejectDialog()
  const confirm = useConfirm()

  const approve = (video: Video, onDone?: () => void) => {
    const run = withVersion(video.version, approval.run)
    confirm({
      title: t('videos.approveConfirm'),
      content: <Text>{video.title}</Text>,
      okText: t('common.approve'),
      act: () => run({ videoId: video.id }),
      onDone,
    })
  }

  const reject = (video: Video, onDone?: () => void) => {
    const run = withVersion(video.version, rejection.run)
    askReason({
      list: listOf(videoKind),
      id: video.id,
      title: t('videos.rejectTitle'),
      submit: async (message) =>
        // The server would dismiss the video's reports instead (spec, section 4).
        videoKind === 'personal' && message.trim() === dismissalMessage
          ? new ApiFailure('refused', { serverMessage: t('videos.reservedReason') })
          : run({ videoId: video.id, message }),
      ...(onDone ? { onDone } : {}),
    })
  }

  return { approve, reject, running: approval.running || rejection.running }
}
