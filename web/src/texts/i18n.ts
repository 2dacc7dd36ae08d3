import type { Language } from '@screening-room/contract/refusals'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { FirstTexts, LateTexts, Texts } from './en.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Texts }
    returnNull: false
  }
}

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

async function textsIn(language: Language): Promise<Partial<Texts>> {
  const more = lateTextsWanted ? lateTexts[language]() : undefined
  const [first, late] = await Promise.all([texts[language](), more])
  return { ...first.default, ...late?.default }
}

/** From now on, in every language. */
async function loadLateTexts(): Promise<void> {
  lateTextsWanted = true
  const language = i18next.language as Language
  const { default: late } = await lateTexts[language]()
  i18next.addResourceBundle(language, 'translation', late, true)
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
  const texts = await textsIn(language)
  if (!isWanted()) return
  if (!i18next.isInitialized)
    await i18next.use(initReactI18next).init({
      lng: language,
      resources: { [language]: { translation: texts } },
      fallbackLng: false,
      interpolation: { escapeValue: false },
    })
  else {
    i18next.addResourceBundle(language, 'translation', texts)
    await i18next.changeLanguage(language)
  }
  document.documentElement.lang = language
}
