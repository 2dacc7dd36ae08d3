import type { Language } from '@screening-room/contract/refusals'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Texts } from './en.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Texts }
    returnNull: false
  }
}

/** Only the deck in use is loaded; the other one comes when it is chosen. */
const decks: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import('./en.ts'),
  'zh-CN': () => import('./zh-CN.ts'),
}

export async function speak(language: Language): Promise<void> {
  const { default: texts } = await decks[language]()
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
