import { type Language, languages } from '@screening-room/contract/languages'
import { type ThemeChoice, themeChoices } from '../api/preferences.ts'
import { useTranslation } from '../texts/i18n.ts'
import { chooseLanguage, chooseTheme, useAppearance } from './appearance.ts'

export const languageNames: Record<Language, string> = { en: 'English', 'zh-CN': '中文' }

/** Language and theme, with native controls: the login page has no antd. */
export function AppearanceSwitch() {
  const { t } = useTranslation()
  const { language, theme } = useAppearance()
  return (
    <div className="sr-switches">
      <select
        aria-label={t('shell.language')}
        value={language}
        onChange={(event) => void chooseLanguage(event.target.value as Language)}
      >
        {languages.map((one) => (
          <option key={one} value={one} lang={one}>
            {languageNames[one]}
          </option>
        ))}
      </select>
      <select
        aria-label={t('shell.theme')}
        value={theme}
        onChange={(event) => chooseTheme(event.target.value as ThemeChoice)}
      >
        {themeChoices.map((one) => (
          <option key={one} value={one}>
            {t(`themes.${one}`)}
          </option>
        ))}
      </select>
    </div>
  )
}
