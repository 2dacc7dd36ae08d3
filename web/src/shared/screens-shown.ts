import { createContext } from 'react'
import type { TextKey } from '../texts/i18n.ts'

/** The screens of this person's menu, for those that name others: the table of screens knows each of them. */
export const ScreensShown = createContext<readonly { path: string; title: TextKey }[]>([])
