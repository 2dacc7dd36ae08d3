import { type Language, languages } from '@screening-room/contract/languages'
import { type ThemeChoice, themeChoices } from '../api/preferences.ts'
import { useTranslation } from '../texts/i18n.ts'
import { chooseLanguage, chooseTheme, useAppearance } from './appearance.ts'

export const languageNames: Record<Language, string> = { en: 'English', 'zh-CN': '中文' }

/** Language and theme, with native controls: the login page has no antd. */
export function AppearanceSwitch({
  named = false,
}: {
  /** With a visible name before each. */ named?: boolean
}) {
  const { t } = useTranslation()
  const { language, theme } = useAppearance()
  return (
    <div className="sr-switches">
      {named && <span aria-hidden>{t('shell.language')}</span>}
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
      {named && <span aria-hidden>{t('shell.theme')}</span>}
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
