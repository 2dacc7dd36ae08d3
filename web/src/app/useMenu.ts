import { useState } from 'react'
import { preferences } from '../api/preferences.ts'
import { useMediaQuery, usePhone } from '../shared/useMediaQuery.ts'

export interface Menu {
  open: boolean
  /** It opens over the page and closes again when somebody goes on. */
  over: boolean
  /** Hidden when closed, and opened from the top bar. */
  drawer: boolean
  toggle: () => void
  close: () => void
}

/** Below this width the table needs the menu's space. */
const narrow = '(max-width: 1199px)'

/** Where there is room, the user's choice is kept; elsewhere the menu opens for one visit. */
export function useMenu(hideMenu: boolean): Menu {
  const drawer = usePhone()
  const over = useMediaQuery(narrow) || hideMenu
  const [collapsed, setCollapsed] = useState(preferences.collapsed)
  const [openedHere, setOpenedHere] = useState(false)
  const open = over ? openedHere : !collapsed
  return {
    open,
    over,
    drawer,
    toggle() {
      if (over) return setOpenedHere(!open)
      preferences.setCollapsed(open)
      setCollapsed(open)
    },
    close: () => setOpenedHere(false),
  }
}
