import { hasAction, type ListName, lists } from '@screening-room/contract/queues'
import type { Reason } from '@screening-room/contract/reasons'
import type { Mark } from '@screening-room/contract/receipt'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useAppearance } from '../../../shared/appearance.ts'
import { useReasons } from '../../../shared/useReasons.ts'
import { useRejectReasons } from '../../../shared/useRejectReasons.ts'
import { useSentence } from '../../../shared/useSentence.ts'
import { useTranslation } from '../../../texts/i18n.ts'
import { titleOf } from '../item/item.ts'
import type { PlayerHandle } from '../player/types.ts'
import type { ReviewSession } from '../session/review-session.ts'
import { type Choice, currentItem, isSkipped, type SessionState } from '../session/session-state.ts'
import { rejectMessage, reportedReasons, type Strip, toggleId } from './reason-strips.ts'

interface DecisionContext {
  list: ListName
  session: ReviewSession
  state: SessionState
  player: RefObject<PlayerHandle | null>
  marks: readonly Mark[]
  undoKey: string
}

/** What is open or ticked belongs to one item, and closes with it. */
interface OpenStrip {
  id: number
  strip: Strip
  ticked?: readonly number[]
  error?: string
}

/** Deciding on the current item, and the strips of reasons that some decisions need. */
export function useDecisions({ list, session, state, player, marks, undoKey }: DecisionContext) {
  const { t } = useTranslation()
  const sentence = useSentence()
  const { language } = useAppearance()
  const item = currentItem(state)
  const choices = useReasonChoices(list)
  const strips = useStrips(state)
  const { strip } = strips
  const ticked = strips.ticked ?? (item ? reportedReasons(item, choices.takeDownReasons) : [])
  const { announced, announce, setAnnounced } = useAnnouncement(session)

  const decide = (choice: Choice) => {
    const receipt = player.current?.receipt()
    const evidence = {
      ...(receipt ? { receipt } : {}),
      ...(marks.length ? { marks: [...marks] } : {}),
    }
    if (!item || !session.decide({ ...choice, ...evidence })) return
    strips.close()
    const did = t(`focus.did.${choice.action}`)
    announce(t('focus.announced', { id: item.id, did, key: undoKey }))
  }

  return {
    ...choices,
    strip,
    ticked,
    error: strips.error,
    announced,
    open: strips.open,
    close: strips.close,
    /** A strip opens only for an item that can be decided: a digit must not arrive too late. */
    toggle: (next: Strip) => {
      if (strip !== 'none') strips.close()
      else if (session.canDecide()) strips.open(next)
    },
    approve: () => decide({ action: 'approve' }),
    dismiss: () => decide({ action: 'dismiss' }),
    reject: (reason: Reason) =>
      decide({ action: 'reject', message: rejectMessage(reason, marks, language) }),
    rejectOwn: (message: string, ownText: string) => decide({ action: 'reject', message, ownText }),
    tick: (id: number) => strips.set({ strip: 'takeDown', ticked: toggleId(ticked, id) }),
    takeDown() {
      if (ticked.length > 0) return decide({ action: 'takeDown', reasonIds: [...ticked] })
      strips.set({ strip, ticked, error: sentence('takeDownReasonMissing') })
    },
    skip() {
      if (item && session.skip()) announce(t('focus.announcedSkip', { id: item.id }))
    },
    undo() {
      const undone = session.undo()
      if (!undone) return setAnnounced(t('focus.nothingToUndo'))
      const hasText = !isSkipped(undone) && undone.choice.ownText
      strips.show(hasText ? { id: undone.item.id, strip: 'own' } : undefined)
      announce(t('focus.announcedUndo', { id: undone.item.id }))
    },
  }
}

export type Decisions = ReturnType<typeof useDecisions>

/** The reasons to reject for this list, and those to take a video down. */
function useReasonChoices(list: ListName) {
  const { queue } = lists[list]
  const { reading, reasons } = useRejectReasons(hasAction(queue, 'reject') ? queue : undefined)
  const reportReasons = useReasons()
  return { reading, reasons, reportReasons, takeDownReasons: reportReasons.data?.data ?? [] }
}

function useStrips(state: SessionState) {
  const item = currentItem(state)
  const [opened, setOpened] = useState<OpenStrip>()
  const current = opened?.id === item?.id ? opened : undefined
  const set = (strip: Omit<OpenStrip, 'id'>) => item && setOpened({ id: item.id, ...strip })
  const open = (strip: Strip) => set({ strip })

  // What the server refused returns with its item: a text to the field, reasons with their ticks.
  const problem = item && state.problems[item.lease]
  const reopen = useEffectEvent(({ ownText, action, reasonIds = [] }: Choice) => {
    if (ownText) open('own')
    if (action === 'takeDown') set({ strip: 'takeDown', ticked: reasonIds })
  })
  useEffect(() => {
    if (problem?.choice && !problem.lost) reopen(problem.choice)
  }, [problem])

  return {
    strip: current?.strip ?? 'none',
    ticked: current?.ticked,
    error: current?.error ?? '',
    set,
    open,
    close: () => setOpened(undefined),
    show: setOpened,
  }
}

/** For screen readers: what was done, and which item is shown now. */
function useAnnouncement(session: ReviewSession) {
  const { t } = useTranslation()
  const [announced, setAnnounced] = useState('')
  const announce = (what: string) => {
    const next = currentItem(session.state())
    const then = next
      ? t('focus.announcedNow', { id: next.id, title: titleOf(next) })
      : t('focus.announcedEnd')
    setAnnounced(`${what} ${then}`)
  }
  return { announced, announce, setAnnounced }
}
