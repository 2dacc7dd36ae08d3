import { useState } from 'react'
import { clearDraft, type DraftPlace, readDraft, writeDraft } from '../api/drafts.ts'
import { useSession } from '../api/session.ts'

/** Project and personal videos count separately: the two may share an id. */
export type DraftQueue =
  | 'certification'
  | 'project'
  | 'project-video'
  | 'personal-video'
  | `reopen-${'certification' | 'project' | 'video'}`
  | `${'category' | 'tag'}${'' | '-english'}`

/** A text that is kept as it is typed, for this user and this item. */
export function useDraft(queue: DraftQueue, itemId: number) {
  const place: DraftPlace = { userId: useSession().userInfo?.id ?? 0, queue, itemId }
  const [text, setText] = useState(() => readDraft(place))
  return {
    text,
    setText(next: string) {
      setText(next)
      writeDraft(place, next)
    },
    clear: () => clearDraft(place),
  }
}
