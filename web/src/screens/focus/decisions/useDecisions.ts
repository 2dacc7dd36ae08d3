import { type Claimed, type FocusQueue, queueOf } from '@screening-room/contract/focus'
import type { Reason } from '@screening-room/contract/reasons'
import type { Mark } from '@screening-room/contract/receipt'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppearance } from '../../../shared/appearance.ts'
import { useReasons } from '../../../shared/useReasons.ts'
import { useRejectReasons } from '../../../shared/useRejectReasons.ts'
import { titleOf } from '../item/item.ts'
import type { PlayerHandle } from '../player/types.ts'
import type { FocusWork } from '../session/review-session.ts'
import { type Choice, shownOf, type Work } from '../session/session-state.ts'
import { messageOf, ownReasons, type Strip, toggled } from './reason-strips.ts'

interface Situation {
  queue: FocusQueue
  work: FocusWork
  now: Work
  player: RefObject<PlayerHandle | null>
  marks: readonly Mark[]
  undoKey: string
}

/** What is open or ticked belongs to one item, and is gone with it. */
interface Opened {
  id: number
  strip: Strip
  ticked?: readonly number[]
  error?: string
}

/** Deciding, with the strips it is done through; says for everybody what was done. */
export function useDecisions({ queue, work, now, player, marks, undoKey }: Situation) {
  const { t } = useTranslation()
  const { language } = useAppearance()
  const item = shownOf(now)
  const kind = queueOf[queue]
  const { reading, reasons } = useRejectReasons(kind === 'report' ? undefined : kind)
  const reportReasons = useReasons()
  const takeDownReasons = reportReasons.data?.data ?? []

  const [opened, setOpened] = useState<Opened>()
  const [announced, setAnnounced] = useState('')
  const mine = opened?.id === item?.id ? opened : undefined
  const strip = mine?.strip ?? 'none'
  const ticked = mine?.ticked ?? (item ? ownReasons(item, takeDownReasons) : [])

  const open = (next: Strip) => item && setOpened({ id: item.id, strip: next })
  const close = () => setOpened(undefined)

  // What was typed comes back with the item that the server did not take.
  const trouble = item && now.troubles[item.lease]
  const openOwn = useEffectEvent(() => open('own'))
  useEffect(() => {
    if (trouble?.choice?.own && !trouble.gone) openOwn()
  }, [trouble])

  const announce = (what: string) => {
    const next = shownOf(work.now())
    const then = next
      ? t('focus.announcedNow', { id: next.id, title: titleOf(next) })
      : t('focus.announcedEnd')
    setAnnounced(`${what} ${then}`)
  }
  const decide = (choice: Choice) => {
    const seen = player.current?.receipt()
    const kept = {
      ...(seen ? { receipt: seen } : {}),
      ...(marks.length ? { marks: [...marks] } : {}),
    }
    if (!item || !work.decide({ ...choice, ...kept })) return
    close()
    const did = t(`focus.did.${choice.action}`)
    announce(t('focus.announced', { id: item.id, did, key: undoKey }))
  }

  return {
    strip,
    ticked,
    error: mine?.error ?? '',
    reading,
    reasons,
    reportReasons,
    takeDownReasons,
    announced,
    open,
    close,
    /** The strip opens only for what can be decided: a digit must not come too late. */
    toggle: (next: Strip) => {
      if (strip !== 'none') close()
      else if (work.mayDecide()) open(next)
    },
    approve: () => decide({ action: 'approve' }),
    dismiss: () => decide({ action: 'dismiss' }),
    reject: (reason: Reason) =>
      decide({ action: 'reject', message: messageOf(reason, marks, language) }),
    rejectOwn: (message: string, own: string) => decide({ action: 'reject', message, own }),
    tick: (id: number) =>
      item && setOpened({ id: item.id, strip: 'takeDown', ticked: toggled(ticked, id) }),
    takeDown() {
      if (ticked.length > 0) return decide({ action: 'takeDown', reasonIds: [...ticked] })
      if (item) setOpened({ id: item.id, strip, ticked, error: t('takeDown.none') })
    },
    skip() {
      const before: Claimed | undefined = item
      if (before && work.skip()) announce(t('focus.announcedSkip', { id: before.id }))
    },
    undo() {
      const back = work.undo()
      if (!back) return setAnnounced(t('focus.nothingToUndo'))
      setOpened(back.choice.own ? { id: back.item.id, strip: 'own' } : undefined)
      announce(t('focus.announcedUndo', { id: back.item.id }))
    },
  }
}

export type Decisions = ReturnType<typeof useDecisions>
