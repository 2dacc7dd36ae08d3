import { type Language, languages } from '@screening-room/contract/refusals'
import { lasting } from './storage.ts'

export type ThemeChoice = 'light' | 'dark' | 'system'
export const themeChoices = ['light', 'dark', 'system'] as const

function browserLanguage(): Language {
  const first = typeof navigator === 'undefined' ? 'en' : navigator.language
  return /^zh/i.test(first) ? 'zh-CN' : 'en'
}

const oneOf = <T extends string>(all: readonly T[], value: string | null) =>
  all.find((one) => one === value)

/** What a person chose here: kept in this browser, for whoever signs in. */
export const preferences = {
  language: (): Language => oneOf(languages, lasting.get('language')) ?? browserLanguage(),
  setLanguage: (language: Language) => lasting.set('language', language),
  theme: (): ThemeChoice => oneOf(themeChoices, lasting.get('theme')) ?? 'system',
  setTheme: (theme: ThemeChoice) => lasting.set('theme', theme),
  collapsed: () => lasting.get('collapsed') === 'yes',
  setCollapsed: (collapsed: boolean) => lasting.set('collapsed', collapsed ? 'yes' : 'no'),
}
