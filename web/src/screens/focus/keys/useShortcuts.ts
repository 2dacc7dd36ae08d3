import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isForUs } from '../../../shared/listening.ts'
import type { Decisions } from '../decisions/useDecisions.ts'
import type { PlayerHandle } from '../player/types.ts'
import type { FocusWork } from '../session/review-session.ts'
import { type Command, chordOf, commandOf, digitOf, looking } from './keymap.ts'
import type { Keys } from './useKeymap.ts'

interface Listening {
  keys: Keys
  work: FocusWork
  decisions: Decisions
  player: RefObject<PlayerHandle | null>
  run: Record<Command, () => void>
  /** Whether the item on the screen is no longer ours. */
  gone: boolean
}

const besideStrip: ReadonlySet<Command> = new Set(looking)

export function useKeys({ keys, work, decisions, player, run, gone }: Listening) {
  const { strip } = decisions

  /** Answers whether the digit was meant for something. */
  const onDigit = (digit: number) => {
    if (strip === 'reject') {
      const reason = decisions.reasons?.find((one) => one.digit === digit)
      if (digit === 0) decisions.open('own')
      else if (reason) decisions.reject(reason)
    } else if (strip === 'takeDown') {
      const reason = digit > 0 ? decisions.takeDownReasons[digit - 1] : undefined
      if (reason) decisions.tick(reason.id)
    } else player.current?.seekPart(digit)
  }

  const onCommand = (command: Command) => {
    const isOwn = strip === (command === 'reject' ? 'reject' : 'takeDown')
    const closes = isOwn && (command === 'reject' || command === 'takeDown')
    if (strip === 'none' || closes || besideStrip.has(command)) run[command]()
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isForUs(event) || chordOf(event) === '') return
    if (work.now().phase === 'away') {
      event.preventDefault()
      return void work.resume()
    }
    if (event.code === 'Escape') return strip === 'none' ? undefined : decisions.close()
    if (keys.off) return
    const digit = digitOf(event)
    const command = commandOf(keys.map, event)
    const isEnter = chordOf(event) === 'Enter' || chordOf(event) === 'NumpadEnter'
    if (digit === undefined && !command && !isEnter) return
    event.preventDefault()
    if (digit !== undefined) onDigit(digit)
    else if (command) onCommand(command)
    else if (gone) work.goOn()
    else if (strip === 'takeDown') decisions.takeDown()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
