import type { Language } from '@screening-room/contract/refusals'
import { useSyncExternalStore } from 'react'
import { setDefaultMessage } from '../api/failure.ts'
import { keepLoading } from '../api/parts.ts'
import { preferences, type ThemeChoice } from '../api/preferences.ts'
import { loadLanguage, translate } from '../texts/i18n.ts'

/* Language and theme, applied to the whole page without a reload. */

export interface Appearance {
  language: Language
  theme: ThemeChoice
  mode: 'light' | 'dark'
}

const systemDark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let current: Appearance = read()

function read(): Appearance {
  const theme = preferences.theme()
  const mode = theme === 'system' ? (systemDark.matches ? 'dark' : 'light') : theme
  return { language: preferences.language(), theme, mode }
}

function apply() {
  current = read()
  document.documentElement.classList.toggle('dark', current.mode === 'dark')
  for (const listener of listeners) listener()
}

/** Texts that failed to load are loaded again, until they arrive or another language is chosen. */
async function loadTexts(language: Language) {
  const isWanted = () => preferences.language() === language
  await keepLoading(() => loadLanguage(language, isWanted), isWanted)
  setDefaultMessage(translate('errors.requestFailed'))
}

export async function startAppearance(): Promise<void> {
  systemDark.addEventListener('change', apply)
  apply()
  await loadTexts(current.language)
}

export async function chooseLanguage(language: Language): Promise<void> {
  preferences.setLanguage(language)
  await loadTexts(language)
  apply()
}

/** After somebody's own choices have come. */
export async function applyChoices(): Promise<void> {
  const language = preferences.language()
  if (language !== current.language) await loadTexts(language)
  apply()
}

export function chooseTheme(theme: ThemeChoice) {
  preferences.setTheme(theme)
  apply()
}

export function useAppearance(): Appearance {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
}
