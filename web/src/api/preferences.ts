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

const isOn = (name: string) => lasting.get(name) === 'yes'
const turn = (name: string, on: boolean) => lasting.set(name, on ? 'yes' : 'no')

/** Recorded keys by what they do; anything else that stands there is none. */
function recordedKeys(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(lasting.get('keys') ?? '{}')
    const entries = Object.entries(kept ?? {}).filter(([, key]) => typeof key === 'string')
    return Object.fromEntries(entries) as Record<string, string>
  } catch {
    return {}
  }
}

/** What a person chose here: kept in this browser, for whoever signs in. */
export const preferences = {
  language: (): Language => oneOf(languages, lasting.get('language')) ?? browserLanguage(),
  setLanguage: (language: Language) => lasting.set('language', language),
  theme: (): ThemeChoice => oneOf(themeChoices, lasting.get('theme')) ?? 'system',
  setTheme: (theme: ThemeChoice) => lasting.set('theme', theme),
  collapsed: () => isOn('collapsed'),
  setCollapsed: (collapsed: boolean) => turn('collapsed', collapsed),
  /** Focus review: how pictures look, and which keys do what. */
  blurred: () => isOn('blurred'),
  setBlurred: (blurred: boolean) => turn('blurred', blurred),
  grey: () => isOn('grey'),
  setGrey: (grey: boolean) => turn('grey', grey),
  keysOff: () => isOn('keys-off'),
  setKeysOff: (off: boolean) => turn('keys-off', off),
  keys: recordedKeys,
  setKeys: (keys: Record<string, string>) => lasting.set('keys', JSON.stringify(keys)),
}
