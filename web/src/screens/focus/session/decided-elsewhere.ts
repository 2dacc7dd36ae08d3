import type { News } from '@screening-room/contract/live'
import { isCase, type ListName, lists } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import { fetchMore } from './send-requests.ts'
import { type SessionContext, setState } from './session-context.ts'
import { currentItem, withoutItem, withProblem } from './session-state.ts'

/* A colleague may decide from a list what is on this screen: it need not be watched any more. */

export function applyDecision(session: SessionContext, list: ListName, event: News<'decision'>) {
  const { queue } = lists[list]
  const { status: now = status.pending } = event
  if (event.queue !== queue || now === null || now === status.pending) return
  const { state } = session
  // A case of reports is held by its video.
  const item = state.items.find(({ id, reports }) =>
    isCase(queue) ? reports?.some((report) => report.id === event.id) : id === event.id,
  )
  if (!item || state.problems[item.lease]?.lost) return
  const left = { left: Math.max(0, state.left - 1) }
  if (item === currentItem(state)) {
    const decided = { queue: event.queue, id: event.id, status: now }
    const problem = { serverMessage: undefined, lost: true, decided }
    return setState(session, { ...left, ...withProblem(state, item, problem) })
  }
  void fetchMore(session)
  setState(session, { ...left, items: withoutItem(state, item) })
}
