import { type Language, languages } from '@screening-room/contract/languages'
import type { Preferences } from '@screening-room/contract/preferences'
import { type Theme, themes } from '@screening-room/contract/themes'
import { localStore } from './storage.ts'

/* The user's choices, in this browser. With our server they follow the user: see own-preferences.ts. */

export type ThemeChoice = Theme
export const themeChoices = themes

function browserLanguage(): Language {
  const first = typeof navigator === 'undefined' ? 'en' : navigator.language
  return /^zh/i.test(first) ? 'zh-CN' : 'en'
}

/** One choice as the browser keeps it. What cannot be read counts as not chosen. */
interface Kept<T> {
  read(userId: number): T | undefined
  write(userId: number, value: T | undefined): void
}

function store(key: string, value: string | undefined) {
  if (value === undefined) localStore.remove(key)
  else localStore.set(key, value)
}

function flag(keyOf: (userId: number) => string): Kept<boolean> {
  return {
    read(userId) {
      const stored = localStore.get(keyOf(userId))
      return stored === null ? undefined : stored === 'yes'
    },
    write: (userId, on) => store(keyOf(userId), on === undefined ? on : on ? 'yes' : 'no'),
  }
}
const shared = (key: string) => flag(() => key)
const own = (key: string) => flag((userId) => `${key}-${userId}`)

function word<T extends string>(key: string, all?: readonly T[]): Kept<T> {
  return {
    read() {
      const stored = localStore.get(key) as T | null
      return stored !== null && (!all || all.includes(stored)) ? stored : undefined
    },
    write: (_, value) => store(key, value),
  }
}

function readJson(key: string): unknown {
  try {
    return JSON.parse(localStore.get(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** The user's keys by command; anything else that is stored is ignored. */
const keys: Kept<Record<string, string>> = {
  read() {
    const kept = readJson('keys')
    if (typeof kept !== 'object') return undefined
    const entries = Object.entries(kept as object).filter(([, key]) => typeof key === 'string')
    return Object.fromEntries(entries) as Record<string, string>
  },
  write: (_, given) => store('keys', given && JSON.stringify(given)),
}

/** The keys of hidden columns by list; anything else that is stored is ignored. */
const hiddenColumns: Kept<Record<string, string[]>> = {
  read(userId) {
    const before = columnsKey(userId, '')
    const found = localStore.keys().flatMap((key) => {
      const kept = key.startsWith(before) ? readJson(key) : undefined
      if (!Array.isArray(kept)) return []
      return [[key.slice(before.length), kept.filter((one) => typeof one === 'string')]]
    })
    return found.length > 0 ? Object.fromEntries(found) : undefined
  },
  write(userId, given = {}) {
    for (const list of Object.keys(this.read(userId) ?? {}))
      localStore.remove(columnsKey(userId, list))
    for (const [list, hidden] of Object.entries(given))
      localStore.set(columnsKey(userId, list), JSON.stringify(hidden))
  },
}
const columnsKey = (userId: number, list: string) => `columns-${userId}-${list}`

/** Language and theme show before anybody has signed in; what is `own` is another person's business. */
export const kept: { [Name in keyof Required<Preferences>]: Kept<Required<Preferences>[Name]> } = {
  language: word('language', languages),
  theme: word('theme', themes),
  startPage: word('start-page'),
  collapsed: shared('collapsed'),
  coached: own('coached'),
  keysOff: shared('keys-off'),
  keys,
  blurred: shared('blurred'),
  grey: shared('grey'),
  sound: shared('sound'),
  coversShown: shared('covers-shown'),
  thenNext: shared('then-next'),
  dense: own('dense'),
  hiddenColumns,
}
export type PreferenceName = keyof typeof kept

/** Chosen here, and not on the server yet. */
export const unsent: Preferences = {}
let wake = () => {}
export function onChoice(listener: () => void) {
  wake = listener
}

function choose<Name extends PreferenceName>(
  name: Name,
  value: Required<Preferences>[Name],
  userId = 0,
) {
  kept[name].write(userId, value)
  Object.assign(unsent, { [name]: value })
  wake()
}

export const preferences = {
  language: (): Language => kept.language.read(0) ?? browserLanguage(),
  setLanguage: (language: Language) => choose('language', language),
  theme: (): ThemeChoice => kept.theme.read(0) ?? 'system',
  setTheme: (theme: ThemeChoice) => choose('theme', theme),
  startPage: () => kept.startPage.read(0),
  setStartPage: (path: string) => choose('startPage', path),
  collapsed: () => kept.collapsed.read(0) ?? false,
  setCollapsed: (collapsed: boolean) => choose('collapsed', collapsed),
  /** Focus review: image filters, sound and keys. */
  blurred: () => kept.blurred.read(0) ?? false,
  setBlurred: (blurred: boolean) => choose('blurred', blurred),
  grey: () => kept.grey.read(0) ?? false,
  setGrey: (grey: boolean) => choose('grey', grey),
  sound: () => kept.sound.read(0) ?? false,
  setSound: (sound: boolean) => choose('sound', sound),
  /** Covers of reported videos are blurred unless this is on. */
  coversShown: () => kept.coversShown.read(0) ?? false,
  setCoversShown: (shown: boolean) => choose('coversShown', shown),
  /** After a decision in a dialog, the next item opens. */
  thenNext: () => kept.thenNext.read(0) ?? false,
  setThenNext: (on: boolean) => choose('thenNext', on),
  keysOff: () => kept.keysOff.read(0) ?? false,
  setKeysOff: (off: boolean) => choose('keysOff', off),
  keys: () => kept.keys.read(0) ?? {},
  setKeys: (given: Record<string, string>) => choose('keys', given),
  dense: (userId: number) => kept.dense.read(userId) ?? false,
  setDense: (userId: number, dense: boolean) => choose('dense', dense, userId),
  hiddenColumns: (userId: number, list: string) => hiddenColumns.read(userId)?.[list] ?? [],
  setHiddenColumns(userId: number, list: string, hidden: readonly string[]) {
    const all = { ...hiddenColumns.read(userId), [list]: [...hidden] }
    choose('hiddenColumns', all, userId)
  },
  /** Whether this person has seen the first steps. */
  coached: (userId: number) => kept.coached.read(userId) ?? false,
  setCoached: (userId: number) => choose('coached', true, userId),
}
