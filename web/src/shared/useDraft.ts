import type { ListName, QueueWith } from '@screening-room/contract/queues'
import { useState } from 'react'
import { clearDraft, type DraftKey, readDraft, writeDraft } from '../api/drafts.ts'
import { useSession } from '../api/session.ts'

/** Project and personal videos are separate: they may share an ID. */
export type DraftQueue =
  | ListName
  | `reopen-${QueueWith<'reopen'>}`
  | `${'' | 'rename-'}${'category' | 'tag'}${'' | '-english'}`

/** A text that is stored as it is typed, for this user and this item; `initial` while nothing is. */
export function useDraft(queue: DraftQueue, itemId: number, initial = '') {
  const draft: DraftKey = { userId: useSession().userInfo?.id ?? 0, queue, itemId }
  const [text, setText] = useState(() => readDraft(draft) || initial)
  return {
    text,
    setText(next: string) {
      setText(next)
      writeDraft(draft, next === initial ? '' : next)
    },
    clear: () => clearDraft(draft),
  }
}
