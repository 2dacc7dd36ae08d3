import { useEffect, useEffectEvent, useRef } from 'react'
import { preferences } from '../api/preferences.ts'
import { useSession } from '../api/session.ts'
import { navigate } from '../shared/address.ts'
import { isShortcutKey } from '../shared/shortcut-keys.ts'
import { isComposing } from '../ui/is-composing.ts'
import { screensFor } from './routes.ts'

/** How long G waits for its letter. */
const waitMs = 1500

interface ShellKeys {
  /** Focus review has keys of its own. */
  lists: boolean
  openPalette: () => void
  openHelp: () => void
}

function moveRow(by: 1 | -1) {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const first = rows.find((row) => row.tabIndex === 0)
  const to = at < 0 ? first : rows[at + by]
  to?.focus()
}

const focusSearch = () =>
  document.querySelector<HTMLElement>('.sr-filter-words input:not([disabled])')?.focus()

/** The keys of every list screen, and Ctrl/⌘ K everywhere. */
export function useShellKeys({ lists, openPalette, openHelp }: ShellKeys) {
  const { userInfo } = useSession()
  const pressedG = useRef(Number.NEGATIVE_INFINITY)

  const run = (event: KeyboardEvent): boolean => {
    const afterG = event.timeStamp - pressedG.current < waitMs
    pressedG.current = Number.NEGATIVE_INFINITY
    if (afterG) {
      const screen = screensFor(userInfo).find(({ key }) => event.code === `Key${key}`)
      if (screen) navigate(`/dashboard/${screen.path}`)
      return screen !== undefined
    }
    if (event.code === 'KeyG') pressedG.current = event.timeStamp
    else if (event.code === 'KeyJ') moveRow(1)
    else if (event.code === 'KeyK') moveRow(-1)
    else if (event.key === '/') focusSearch()
    else if (event.key === '?') openHelp()
    else return false
    return true
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const command = event.ctrlKey || event.metaKey
    if (event.code === 'KeyK' && command && !event.altKey && !event.shiftKey) {
      if (isComposing(event)) return
      event.preventDefault()
      return openPalette()
    }
    if (!lists || command || event.altKey || preferences.keysOff() || !isShortcutKey(event)) return
    if (run(event)) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
