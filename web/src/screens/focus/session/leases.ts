import { type Claimed, focusCalls } from '@screening-room/contract/focus'
import { send } from '../../../api/client.ts'
import { lastRelease, leaveDesk, takeDesk } from '../../../api/desk.ts'
import { token } from '../../../api/token.ts'
import { itemOf, sendDecision } from './requests.ts'
import { type SessionContext, setState } from './session-context.ts'
import { currentItem, mergeItems, withProblem } from './session-state.ts'

/* Claiming items, keeping their leases, and releasing them. */

/** After a reload the items of the page before are free again before this one claims. */
export async function openDesk(session: SessionContext) {
  const desk = lastRelease.read()
  if (desk) await send(focusCalls.release, { desk }).then(lastRelease.forget, () => undefined)
  session.desk = await takeDesk()
}

export async function claimItems(session: SessionContext) {
  // Nothing is claimed for a reviewer who is away.
  if (session.state.phase === 'away') {
    session.moreWanted = false
    return
  }
  const { data } = await send(focusCalls.next, { ...session.options.filter, desk: session.desk })
  session.moreWanted = false
  const unsentIds = session.requests.map((request) => itemOf(request)?.id)
  const received = data.items.filter(({ id }) => !unsentIds.includes(id))
  const seconds = data.items.map(({ secondsLeft }) => secondsLeft)
  if (seconds.length > 0) session.leasesEndAt = session.now() + Math.min(...seconds) * 1000
  const { left, more, skipped, held } = data
  const items = mergeItems(session.state, received)
  setState(session, { phase: 'working', items, left, more, skipped, held })
}

export async function extendLeases(session: SessionContext) {
  const { data } = await send(focusCalls.extend, { desk: session.desk })
  session.leasesEndAt = session.now() + data.secondsLeft * 1000
  const { state } = session
  const isLost = ({ lease }: Claimed) => !data.leases.includes(lease) && !state.problems[lease]
  if (!state.items.some(isLost)) return
  const current = currentItem(state)
  const problem = { serverMessage: undefined, lost: true }
  session.moreWanted = true
  setState(session, {
    items: state.items.filter((item) => item === current || !isLost(item)),
    currentIndex: 0,
    ...(current && isLost(current) ? withProblem(state, current, problem) : {}),
  })
}

/** Items whose leases have expired may be anybody's by now, so they leave the screen. */
export function checkLeases(session: SessionContext) {
  const { phase, items } = session.state
  if (phase === 'working' && items.length > 0 && session.now() > session.leasesEndAt)
    setState(session, { phase: 'away' })
}

export async function releaseLeases(session: SessionContext) {
  const { desk } = session
  if (!desk) return
  session.desk = ''
  const forGood = token() !== null
  leaveDesk({ forGood })
  if (forGood) await send(focusCalls.release, { desk }).catch(() => undefined)
  session.options.onLeft?.()
}

/**
 * The page is going away: send what is unsent at once; with nothing unsent, release the leases. Else
 * they are kept for the same tab, because a release could overtake a decision.
 */
export function flushOnPageHide({ requests, desk }: SessionContext) {
  const decisions = requests.filter((request) => request.kind === 'decide')
  const canRelease = requests.length === 0
  leaveDesk({ forGood: canRelease })
  const options = { keepalive: true }
  const sent: Promise<unknown>[] = decisions.map((one) => sendDecision(one, desk, options))
  if (canRelease && desk) {
    lastRelease.keep(desk)
    sent.push(send(focusCalls.release, { desk }, options))
  }
  for (const one of sent) one.catch(() => undefined)
}
