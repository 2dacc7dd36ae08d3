import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isShortcutKey } from '../../../shared/shortcut-keys.ts'
import type { Decisions } from '../decisions/useDecisions.ts'
import type { PlayerHandle } from '../player/types.ts'
import type { ReviewSession } from '../session/review-session.ts'
import { type Command, chordOf, commandOf, digitOf, reasonKeys, viewingCommands } from './keymap.ts'
import type { RunCommand } from './useCommands.ts'
import type { Keys } from './useKeymap.ts'

interface ShortcutContext {
  keys: Keys
  session: ReviewSession
  decisions: Decisions
  player: RefObject<PlayerHandle | null>
  run: RunCommand
  /** The lease of the current item is lost. */
  lost: boolean
}

const allowedWithStrip: ReadonlySet<Command> = new Set(viewingCommands)

export function useShortcuts({ keys, session, decisions, player, run, lost }: ShortcutContext) {
  const { strip } = decisions

  const onDigit = (digit: number) => {
    if (strip === 'none') player.current?.seekToTenth(digit)
    if (strip !== 'reject') return
    const reason = decisions.reasons?.find((one) => one.digit === digit)
    if (digit === 0) decisions.open('own')
    else if (reason) decisions.reject(reason)
  }

  /** The reason to take down that has this key, while they are open. */
  const tickedBy = (event: KeyboardEvent) => {
    const digit = digitOf(event)
    const chord = digit === undefined ? chordOf(event) : `Digit${digit}`
    const position = strip === 'takeDown' ? reasonKeys(keys.map).indexOf(chord) : -1
    return decisions.takeDownReasons[position]
  }

  const onCommand = (command: Command) => {
    const isOwn = strip === (command === 'reject' ? 'reject' : 'takeDown')
    const closes = isOwn && (command === 'reject' || command === 'takeDown')
    if (strip === 'none' || closes || allowedWithStrip.has(command)) run[command]()
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcutKey(event) || chordOf(event) === '') return
    if (session.state().phase === 'away') {
      event.preventDefault()
      return void session.resume()
    }
    if (event.code === 'Escape')
      return strip === 'none' ? player.current?.closeSheet() : decisions.close()
    if (keys.off) return
    const digit = digitOf(event)
    const command = commandOf(keys.map, event)
    const reason = tickedBy(event)
    const isEnter = chordOf(event) === 'Enter' || chordOf(event) === 'NumpadEnter'
    if (digit === undefined && !command && !reason && !isEnter) return
    event.preventDefault()
    if (reason) decisions.tick(reason.id)
    else if (digit !== undefined) onDigit(digit)
    else if (command) onCommand(command)
    else if (lost) session.dismissLost()
    else if (strip === 'takeDown') decisions.takeDown()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
