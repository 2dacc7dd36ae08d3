import type { News } from '@screening-room/contract/live'
import { isCase, itemQueueOf, type ListName, lists } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import { fetchMore } from './send-requests.ts'
import { type SessionContext, setState } from './session-context.ts'
import { currentItem, withoutItem, withProblem, withVersionSeen } from './session-state.ts'

/* A colleague may decide from a list what is on this screen: it need not be watched any more. */

export function applyDecision(session: SessionContext, list: ListName, event: News<'decision'>) {
  const { queue } = lists[list]
  if (event.action === 'revise') return applyVersion(session, list, event)
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

/** The platform changed what is held here: it is read again, and what is typed stays. */
function applyVersion(session: SessionContext, list: ListName, event: News<'decision'>) {
  if (event.queue !== itemQueueOf(lists[list].queue)) return
  const { state } = session
  const item = state.items.find(({ id }) => id === event.id)
  if (!item || state.problems[item.lease]?.lost) return
  void fetchMore(session)
  if (item !== currentItem(state)) return
  setState(session, { ...withVersionSeen(state, item), notice: { kind: 'changed', id: item.id } })
}
