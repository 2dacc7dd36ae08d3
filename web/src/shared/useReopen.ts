import type { AnyCall } from '@screening-room/contract/call'
import { historyCalls } from '@screening-room/contract/history'
import { canDo, type QueueWith } from '@screening-room/contract/queues'
import { config } from '../api/config.ts'
import { mayAct } from '../api/permissions.ts'
import { useTranslation } from '../texts/i18n.ts'
import type { DialogAction } from './DetailDialog.tsx'
import { useAction } from './useAction.ts'
import { useRejectDialog } from './useRejectDialog.tsx'

interface Reopenable {
  queue: QueueWith<'reopen'>
  id: number
  /** The item's status; undefined while it loads. */
  at: number | undefined
  /** The calls to read again. */
  reload: readonly AnyCall[]
  onDone: () => void
}

/** Re-opens a decided item, for those who may. */
export function useReopen({ queue, id, at, reload, onDone }: Reopenable): DialogAction[] {
  const { t } = useTranslation()
  const reopen = useAction(historyCalls.reopen, {
    done: 'reopen.done',
    failed: { plain: 'reopen.failed' },
    reload,
  })
  const askReason = useRejectDialog()
  const mayReopen = config().ours && mayAct(queue, 'reopen')
  if (!mayReopen || at === undefined || !canDo(queue, 'reopen', at)) return []
  return [
    {
      key: 'reopen',
      label: t('reopen.action'),
      hint: t('reopen.hint'),
      disabled: reopen.running,
      loading: reopen.running,
      onClick: () =>
        askReason({
          reopen: queue,
          id,
          title: t('reopen.title'),
          submit: (message) => reopen.run({ queue, id, message: message.trim() }),
          onDone,
        }),
    },
  ]
}
