import type { ApiFailure } from '../../../api/failure.ts'
import { newerVersion } from '../../../shared/seen-version.ts'
import type { QueuedRequest } from './requests.ts'
import { type SessionContext, setState } from './session-context.ts'
import {
  type DecidedItem,
  type DoneItem,
  type ItemProblem,
  withItemFirst,
  withoutItem,
  withProblem,
  withTally,
  withVersionSeen,
} from './session-state.ts'

/* What the server refuses goes back to the front of the queue, with the reason. */

/** Not found, or a conflict: an earlier decision counts. */
const lostCodes: readonly (number | undefined)[] = [404, 409]

export function applyFailure(session: SessionContext, request: QueuedRequest, failure: ApiFailure) {
  const changed = newerVersion(failure) !== undefined
  const lost = !changed && lostCodes.includes(failure.code)
  const problem = { serverMessage: failure.serverMessage, lost }
  session.moreWanted ||= request.kind !== 'extend'
  if (request.kind === 'decide') {
    bringBack(session, request.entry, problem)
    session.options.onRefused?.(request.entry, failure)
  }
  if (request.kind === 'undo' || request.kind === 'unskip')
    keepDecision(session, request.entry, failure.message)
  if (request.kind === 'skip' && !problem.lost) {
    const { state } = session
    setState(session, {
      ...withItemFirst(state, request.entry.item),
      ...withTally(state, 'skip', -1),
      ...withProblem(state, request.entry.item, problem),
      done: state.done.filter((one) => one !== request.entry),
    })
  }
}

function bringBack(session: SessionContext, entry: DecidedItem, problem: ItemProblem) {
  const { state } = session
  const { item, choice } = entry
  setState(session, {
    ...withItemFirst(state, item),
    ...(state.done.includes(entry) ? withTally(state, choice.action, -1) : {}),
    ...withProblem(state, item, { ...problem, choice }),
    ...withVersionSeen(state, item),
    done: state.done.filter((one) => one !== entry),
  })
}

/** The undo was refused: decision or skip stay, and the item leaves the screen again. */
function keepDecision(session: SessionContext, entry: DoneItem, serverMessage: string) {
  const { state } = session
  const { item, choice } = entry
  session.requests = session.requests.filter(
    (one) => one.kind !== 'decide' || one.entry.item.id !== item.id,
  )
  setState(session, {
    items: withoutItem(state, item),
    ...withTally(state, choice.action, 1),
    done: [...state.done, { ...entry, undoUntil: 0 }],
    notice: { kind: 'notUndone', id: item.id, serverMessage },
  })
}
