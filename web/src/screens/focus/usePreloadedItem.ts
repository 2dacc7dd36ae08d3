import { focusCalls } from '@screening-room/contract/focus'
import { type ListName, lists } from '@screening-room/contract/queues'
import { useEffect } from 'react'
import { prefetchCall } from '../../api/queries.ts'
import { videoOf } from './item/item.ts'
import { cancelPreload, preloadVideo } from './player/preload.ts'
import type { ReviewSession } from './session/review-session.ts'

/** Loads the next item while the current one is reviewed. */
export function usePreloadedItem(
  session: ReviewSession,
  list: ListName,
  nextId: number | undefined,
) {
  useEffect(() => {
    const next = session.state().items.find(({ id }) => id === nextId)
    if (!next) return
    prefetchCall(focusCalls.about, { queue: lists[list].address, id: next.id })
    const video = videoOf(list, next)
    if (!video) return
    preloadVideo(video)
    return () => cancelPreload(video)
  }, [session, list, nextId])
}
