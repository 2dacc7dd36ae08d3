import { focusCalls } from '@screening-room/contract/focus'
import { send } from '../../../api/client.ts'
import { type ApiFailure, asFailure } from '../../../api/failure.ts'
import { claimItems, extendLeases, openDesk, releaseLeases } from './leases.ts'
import { applyFailure } from './request-failures.ts'
import { type QueuedRequest, sendDecision } from './requests.ts'
import { type SessionContext, setState } from './session-context.ts'
import { type DecidedItem, type SessionState, withItemReplaced } from './session-state.ts'

/* Requests are sent one after the other, each under a key of its own. */

const retryAfterMs = 2000

export function enqueue(
  session: SessionContext,
  request: QueuedRequest,
  change: Partial<SessionState> = {},
) {
  session.requests.push(request)
  setState(session, change)
  void sendRequests(session)
}

export function fetchMore(session: SessionContext): Promise<void> {
  session.moreWanted = true
  return sendRequests(session)
}

async function sendRequests(session: SessionContext) {
  if (session.isSending) return
  session.isSending = true
  if (!session.desk) await openDesk(session)
  while (session.requests.length > 0 || (session.moreWanted && session.isOpen)) {
    const request = session.requests[0]
    try {
      await (request ? sendRequest(session, request) : claimItems(session))
      removeRequest(session, request)
      setState(session, { retrying: false })
    } catch (thrown) {
      const failure = asFailure(thrown)
      if (failure.kind === 'signedOut') {
        session.requests = []
        break
      }
      await retryOrFail(session, request, failure)
    }
  }
  session.isSending = false
  if (!session.isOpen) await releaseLeases(session)
}

function removeRequest(session: SessionContext, request: QueuedRequest | undefined) {
  session.requests = session.requests.filter((one) => one !== request)
}

async function sendRequest(session: SessionContext, request: QueuedRequest): Promise<void> {
  const { desk, options } = session
  switch (request.kind) {
    case 'extend':
      return extendLeases(session)
    case 'decide': {
      request.tried = true
      const { data } = await sendDecision(request, desk)
      request.entry.decision = data.decision
      request.entry.undoUntil = session.now() + data.graceSeconds * 1000
      options.onDecided?.(request.entry)
      break
    }
    case 'undo':
      await sendUndo(session, request.entry, request.key)
      break
    case 'lookAgain':
      await send(focusCalls.lookAgain, { queue: options.filter.queue })
      break
    case 'skip': {
      request.tried = true
      const { key, entry } = request
      await send(focusCalls.skip, { desk, lease: entry.item.lease }, { key, pauses: [] })
      break
    }
    case 'unskip': {
      const { key, entry } = request
      const input = { desk, lease: entry.item.lease }
      const { data } = await send(focusCalls.unskip, input, { key, pauses: [] })
      setState(session, withItemReplaced(session.state, data.item))
    }
  }
  session.moreWanted = true
}

async function sendUndo(session: SessionContext, { decision }: DecidedItem, key: string) {
  // Refused in the meantime: there is nothing to undo, and the item is already back.
  if (!decision) return
  const input = { desk: session.desk, decision }
  const { data } = await send(focusCalls.undo, input, { key, pauses: [] })
  setState(session, withItemReplaced(session.state, data.item))
}

async function retryOrFail(
  session: SessionContext,
  request: QueuedRequest | undefined,
  failure: ApiFailure,
) {
  const hasKey = request && 'key' in request
  const noResponse = hasKey ? failure.kind === 'unconfirmed' : failure.kind !== 'refused'
  if (noResponse && request?.kind !== 'extend') {
    // Retried under the same key, so it counts once however often it arrives.
    setState(session, { retrying: true })
    return new Promise<void>((resolve) => {
      session.retryNow = resolve
      setTimeout(resolve, retryAfterMs)
    })
  }
  removeRequest(session, request)
  if (request) return applyFailure(session, request, failure)
  session.moreWanted = false
  setState(session, { phase: 'failed', serverMessage: failure.serverMessage })
}
