import type { InputOf } from '@screening-room/contract/call'
import { type Claimed, focusCalls } from '@screening-room/contract/focus'
import { newKey, send } from '../../../api/client.ts'
import { leaveDesk, takeDesk } from '../../../api/desk.ts'
import { type ApiFailure, asFailure } from '../../../api/failure.ts'
import { token } from '../../../api/token.ts'
import { itemOf, type Job, sendDecision } from './requests.ts'
import {
  type Choice,
  counted,
  type Decided,
  inFront,
  merged,
  nothingYet,
  shownOf,
  type Work,
  without,
  withTrouble,
} from './session-state.ts'

/*
 * The work on one queue. What a person does is on the screen at once and sent behind it, one request
 * after the other, each under a key of its own; what the server refuses comes back to the front.
 */

/** A double press must not hit the item that has just come, be the machine ever so slow to show it. */
export const grace = 300
/** With so many on their way, nothing more is decided. */
export const mostUnsent = 3
const tryAgainAfter = 2000
/** Conflict, or not there: whoever came first has the last word. */
const goneCodes: readonly (number | undefined)[] = [404, 409]

export interface WorkOptions {
  filter: Omit<InputOf<typeof focusCalls.next>, 'desk'>
  onDecided?: (entry: Decided) => void
  onUndone?: (entry: Decided) => void
  /** Everything is sent and given back. */
  onLeft?: () => void
  now?: () => number
  /** Calls when what has just changed is on the screen. */
  onceShown?: (seen: () => void) => void
}

export type FocusWork = ReturnType<typeof createWork>

export function createWork(options: WorkOptions) {
  const { filter, onDecided, onUndone, onLeft, now = Date.now } = options
  const { onceShown = (seen: () => void) => seen() } = options
  let work = nothingYet
  let [turn, seenAt] = [0, 0]
  let jobs: Job[] = []
  let desk = ''
  let wantsMore = false
  let pumping = false
  let open = false
  let leaseUntil = Number.POSITIVE_INFINITY
  let wake = () => {}
  const listeners = new Set<() => void>()

  const shown = () => shownOf(work)
  function set(change: Partial<Work>) {
    const before = shown()?.id
    const unsent = jobs.filter(({ kind }) => kind !== 'extend').length
    const next = { ...work, ...change, unsent, looking: wantsMore }
    next.at = Math.max(0, Math.min(next.at, next.items.length - 1))
    work = next
    if (shown()?.id !== before) {
      const mine = ++turn
      seenAt = Number.POSITIVE_INFINITY
      onceShown(() => {
        if (mine === turn) seenAt = now()
      })
    }
    for (const listener of listeners) listener()
  }

  function start(job: Job, change: Partial<Work> = {}) {
    jobs.push(job)
    set(change)
    void pump()
  }

  function look() {
    wantsMore = true
    return pump()
  }

  /* The requests, one after the other. */

  async function pump() {
    if (pumping) return
    pumping = true
    desk ||= await takeDesk()
    while (jobs.length > 0 || (wantsMore && open)) {
      const job = jobs[0]
      try {
        await (job ? run(job) : refill())
        jobs = jobs.filter((one) => one !== job)
        set({ stuck: false })
      } catch (thrown) {
        const failure = asFailure(thrown)
        if (failure.kind === 'signedOut') {
          jobs = []
          break
        }
        await endure(job, failure)
      }
    }
    pumping = false
    if (!open) await giveBack()
  }

  async function endure(job: Job | undefined, failure: ApiFailure) {
    const unheard =
      job && 'key' in job ? failure.kind === 'unconfirmed' : failure.kind !== 'refused'
    if (unheard && job?.kind !== 'extend') {
      // Again under the same key, so that it counts once however often it arrives.
      set({ stuck: true })
      return new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, tryAgainAfter)
      })
    }
    jobs = jobs.filter((one) => one !== job)
    if (job) return fail(job, failure)
    wantsMore = false
    set({ phase: 'failed', said: failure.said })
  }

  async function run(job: Job): Promise<void> {
    if (job.kind === 'extend') return extend()
    if (job.kind === 'decide') {
      job.tried = true
      const { data } = await sendDecision(job, desk)
      job.entry.decision = data.decision
      job.entry.undoUntil = now() + data.graceSeconds * 1000
      onDecided?.(job.entry)
    } else if (job.kind === 'undo') await takeBack(job.entry, job.key)
    else if (job.kind === 'lookAgain') await send(focusCalls.lookAgain, { queue: filter.queue })
    else await send(focusCalls.skip, { desk, lease: job.item.lease }, { key: job.key, pauses: [] })
    wantsMore = true
  }

  async function takeBack({ decision }: Decided, key: string) {
    // Refused meanwhile: then there is nothing to take back, and the item is here already.
    if (!decision) return
    const { data } = await send(focusCalls.undo, { desk, decision }, { key, pauses: [] })
    set({ items: work.items.map((one) => (one.id === data.item.id ? data.item : one)) })
  }

  function fail(job: Job, failure: ApiFailure) {
    const trouble = { said: failure.said, gone: goneCodes.includes(failure.code) }
    wantsMore ||= job.kind !== 'extend'
    if (job.kind === 'decide') {
      const { item, choice } = job.entry
      const known = work.decided.includes(job.entry)
      set({
        ...inFront(work, item),
        ...(known ? counted(work, choice.action, -1) : {}),
        ...withTrouble(work, item, { ...trouble, choice }),
        decided: work.decided.filter((one) => one !== job.entry),
      })
    } else if (job.kind === 'undo') {
      const { item, choice } = job.entry
      jobs = jobs.filter((one) => one.kind !== 'decide' || one.entry.item.id !== item.id)
      set({
        items: without(work, item),
        ...counted(work, choice.action, 1),
        decided: [...work.decided, { ...job.entry, undoUntil: 0 }],
        notice: { kind: 'notUndone', id: item.id, said: failure.message },
      })
    } else if (job.kind === 'skip' && !trouble.gone)
      set({
        ...inFront(work, job.item),
        ...counted(work, 'skip', -1),
        ...withTrouble(work, job.item, trouble),
      })
  }

  async function refill() {
    // Nothing is handed to somebody who is not there.
    if (work.phase === 'away') {
      wantsMore = false
      return
    }
    const { data } = await send(focusCalls.next, { ...filter, desk })
    wantsMore = false
    const onTheirWay = jobs.map((job) => itemOf(job)?.id)
    const answered = data.items.filter(({ id }) => !onTheirWay.includes(id))
    const seconds = data.items.map(({ secondsLeft }) => secondsLeft)
    if (seconds.length > 0) leaseUntil = now() + Math.min(...seconds) * 1000
    const { left, more, skipped, held } = data
    set({ phase: 'working', items: merged(work, answered), left, more, skipped, held })
  }

  async function extend() {
    const { data } = await send(focusCalls.extend, { desk })
    leaseUntil = now() + data.secondsLeft * 1000
    const isLost = ({ lease }: Claimed) => !data.leases.includes(lease) && !work.troubles[lease]
    if (!work.items.some(isLost)) return
    const on = shown()
    wantsMore = true
    set({
      items: work.items.filter((item) => item === on || !isLost(item)),
      at: 0,
      ...(on && isLost(on) ? withTrouble(work, on, { said: undefined, gone: true }) : {}),
    })
  }

  /* What a person does. */

  /** Whether the item on the screen can be decided just now. */
  function mayDecide(): boolean {
    const item = shown()
    check()
    if (!item || work.phase !== 'working' || work.troubles[item.lease]?.gone) return false
    return work.unsent < mostUnsent && now() - seenAt >= grace
  }

  function decide(choice: Choice): boolean {
    const item = shown()
    if (!item || !mayDecide()) return false
    const entry: Decided = { item, choice }
    const { [item.lease]: _, ...troubles } = work.troubles
    start(
      { kind: 'decide', entry, key: newKey() },
      {
        items: without(work, item),
        decided: [...work.decided, entry],
        ...counted(work, choice.action, 1),
        troubles,
        notice: undefined,
      },
    )
    return true
  }

  function skip(): boolean {
    const item = shown()
    if (!item || !mayDecide()) return false
    start(
      { kind: 'skip', item, key: newKey() },
      { items: without(work, item), ...counted(work, 'skip', 1), notice: undefined },
    )
    return true
  }

  /** Answers what was taken back, so that the screen can say so. */
  function undo(): Decided | undefined {
    const entry = work.decided.at(-1)
    if (!entry || (entry.undoUntil ?? Number.POSITIVE_INFINITY) < now()) return undefined
    const change = {
      ...inFront(work, entry.item),
      ...counted(work, entry.choice.action, -1),
      decided: work.decided.slice(0, -1),
      notice: undefined,
    }
    const untried = jobs.find((job) => job.kind === 'decide' && job.entry === entry && !job.tried)
    onUndone?.(entry)
    if (!untried) start({ kind: 'undo', entry, key: newKey() }, change)
    else {
      jobs = jobs.filter((job) => job !== untried)
      set(change)
    }
    return entry
  }

  /** Puts away what is no longer ours. */
  function goOn() {
    const item = shown()
    if (!item || !work.troubles[item.lease]?.gone) return
    // First: while it looks, nothing says that all is done.
    void look()
    set({ items: without(work, item) })
  }

  /** Leases that have run out are anybody's: nothing of them stays on the screen. */
  function check() {
    if (work.phase === 'working' && work.items.length > 0 && now() > leaseUntil)
      set({ phase: 'away' })
  }

  async function resume() {
    if (work.phase !== 'away') return
    const before = shown()
    set({ phase: 'starting', items: [], troubles: {} })
    await look()
    if (before && shown()?.id !== before.id) set({ notice: { kind: 'wentBack', id: before.id } })
  }

  async function giveBack() {
    const left = desk
    if (!left) return
    desk = ''
    const forGood = token() !== null
    leaveDesk({ forGood })
    if (forGood) await send(focusCalls.release, { desk: left }).catch(() => undefined)
    onLeft?.()
  }

  /** The page goes away: what is unsent goes out at once, and with nothing unsent the rest is given back. */
  function leaveNow() {
    const decisions = jobs.filter((job) => job.kind === 'decide')
    leaveDesk({ forGood: true })
    const last = { keepalive: true }
    const sent: Promise<unknown>[] = decisions.map((job) => sendDecision(job, desk, last))
    if (jobs.length === 0) sent.push(send(focusCalls.release, { desk }, last))
    for (const one of sent) one.catch(() => undefined)
  }

  return {
    now: () => work,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    mayDecide,
    decide,
    skip,
    undo,
    goOn,
    check,
    resume,
    leaveNow,
    /** Asks whether something has come. */
    look: () => void look(),
    move: (by: 1 | -1) => set({ at: work.at + by, notice: undefined }),
    lookAgain: () => start({ kind: 'lookAgain' }),
    change: (item: Claimed) =>
      set({ items: work.items.map((one) => (one.id === item.id ? item : one)) }),
    /** A sign of life, each minute while somebody is there. */
    beat() {
      if (work.phase === 'working' && work.items.length > 0) start({ kind: 'extend' })
    },
    /** The way is free again: no need to wait any longer. */
    wake: () => wake(),
    open() {
      open = true
      desk = ''
      set(nothingYet)
      void look()
    },
    close() {
      open = false
      wantsMore = false
      if (!pumping) void giveBack()
    },
  }
}
