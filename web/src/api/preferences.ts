import { type Language, languages } from '@screening-room/contract/languages'
import { localStore } from './storage.ts'

export type ThemeChoice = 'light' | 'dark' | 'system'
export const themeChoices = ['light', 'dark', 'system'] as const

function browserLanguage(): Language {
  const first = typeof navigator === 'undefined' ? 'en' : navigator.language
  return /^zh/i.test(first) ? 'zh-CN' : 'en'
}

const oneOf = <T extends string>(all: readonly T[], value: string | null) =>
  all.find((one) => one === value)

const isOn = (name: string) => localStore.get(name) === 'yes'
const setOn = (name: string, on: boolean) => localStore.set(name, on ? 'yes' : 'no')

/** The user's keys by command; anything else that is stored is ignored. */
function recordedKeys(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(localStore.get('keys') ?? '{}')
    const entries = Object.entries(kept ?? {}).filter(([, key]) => typeof key === 'string')
    return Object.fromEntries(entries) as Record<string, string>
  } catch {
    return {}
  }
}

/** The keys of hidden columns; anything else that is stored is ignored. */
function hiddenColumns(userId: number, list: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStore.get(`columns-${userId}-${list}`) ?? '[]')
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}

/** The user's choices, kept in this browser. */
export const preferences = {
  language: (): Language => oneOf(languages, localStore.get('language')) ?? browserLanguage(),
  setLanguage: (language: Language) => localStore.set('language', language),
  theme: (): ThemeChoice => oneOf(themeChoices, localStore.get('theme')) ?? 'system',
  setTheme: (theme: ThemeChoice) => localStore.set('theme', theme),
  collapsed: () => isOn('collapsed'),
  setCollapsed: (collapsed: boolean) => setOn('collapsed', collapsed),
  /** Focus review: image filters and keys. */
  blurred: () => isOn('blurred'),
  setBlurred: (blurred: boolean) => setOn('blurred', blurred),
  grey: () => isOn('grey'),
  setGrey: (grey: boolean) => setOn('grey', grey),
  /** Covers of reported videos are blurred unless this is on. */
  coversShown: () => isOn('covers-shown'),
  setCoversShown: (shown: boolean) => setOn('covers-shown', shown),
  keysOff: () => isOn('keys-off'),
  setKeysOff: (off: boolean) => setOn('keys-off', off),
  dense: (userId: number) => isOn(`dense-${userId}`),
  setDense: (userId: number, dense: boolean) => setOn(`dense-${userId}`, dense),
  hiddenColumns,
  setHiddenColumns: (userId: number, list: string, keys: readonly string[]) =>
    localStore.set(`columns-${userId}-${list}`, JSON.stringify(keys)),
  /** Whether this person has seen the first steps. */
  coached: (userId: number) => isOn(`coached-${userId}`),
  setCoached: (userId: number) => setOn(`coached-${userId}`, true),
  keys: recordedKeys,
  setKeys: (keys: Record<string, string>) => localStore.set('keys', JSON.stringify(keys)),
}
