import type { Language } from '@screening-room/contract/refusals'
import { useSyncExternalStore } from 'react'
import type { FirstTexts, LateTexts, Texts } from './en.ts'

/*
 * The texts of the screens in the chosen language. A key is the path of a text (`common.search`), and
 * `{{name}}` in it is filled in. That is all we need, and every row of a list asks for a dozen of them.
 */

type PathOf<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${PathOf<T[K]>}`
}[keyof T & string]
export type TextKey = PathOf<Texts>
type Values = Record<string, string | number | null | undefined>

/** Only the current language is loaded. */
const texts: Record<Language, () => Promise<{ default: FirstTexts }>> = {
  en: () => import('./en.ts'),
  'zh-CN': () => import('./zh-CN.ts'),
}

/** The texts of screens that load them by themselves. */
const lateTexts: Record<Language, () => Promise<{ default: LateTexts }>> = {
  en: () => import('./en-focus.ts'),
  'zh-CN': () => import('./zh-CN-focus.ts'),
}
let lateTextsWanted = false

const shown = new Map<string, string>()

function add(deck: object, path = ''): void {
  for (const [name, value] of Object.entries(deck))
    if (typeof value === 'string') shown.set(path + name, value)
    else add(value, `${path}${name}.`)
}

/** The key itself where there is no text. */
export function translate(key: TextKey, values?: Values): string {
  const text = shown.get(key) ?? key
  return values ? text.replace(/{{(\w+)}}/g, (_, name: string) => String(values[name] ?? '')) : text
}

interface Translation {
  language: Language
  /** A new function for each language: what depends on it is made anew. */
  t: typeof translate
}

let current: Translation = { language: 'en', t: translate }
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const getCurrent = () => current

export const useTranslation = () => useSyncExternalStore(subscribe, getCurrent, getCurrent)

async function textsIn(language: Language): Promise<Partial<Texts>> {
  const more = lateTextsWanted ? lateTexts[language]() : undefined
  const [first, late] = await Promise.all([texts[language](), more])
  return { ...first.default, ...late?.default }
}

/** From now on, in every language. */
async function loadLateTexts(): Promise<void> {
  lateTextsWanted = true
  const { language } = current
  const { default: late } = await lateTexts[language]()
  // Another language that was chosen meanwhile brings its own.
  if (language === current.language) add(late)
}

/** For a part of the app whose texts are loaded with it. */
export function withLateTexts<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    const [part] = await Promise.all([load(), loadLateTexts()])
    return part
  }
}

/** Changes nothing if another language was chosen while the texts were loading. */
export async function loadLanguage(language: Language, isWanted: () => boolean): Promise<void> {
  let deck: Partial<Texts>
  let withLate: boolean
  do {
    withLate = lateTextsWanted
    deck = await textsIn(language)
  } while (withLate !== lateTextsWanted)
  if (!isWanted()) return
  shown.clear()
  add(deck)
  current = { language, t: (key, values) => translate(key, values) }
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}
