import { lists } from '@screening-room/contract/queues'
import { use, useId, useState } from 'react'
import { preferences } from '../../api/preferences.ts'
import { useSession } from '../../api/session.ts'
import { AppearanceSwitch } from '../../shared/AppearanceSwitch.tsx'
import { useCovers } from '../../shared/covers.ts'
import { ScreensShown } from '../../shared/screens-shown.ts'
import { useTranslation } from '../../texts/i18n.ts'

/** What people choose for themselves; it is kept as soon as it is chosen. */
export function Settings() {
  const { t } = useTranslation()
  const userId = useSession().userInfo?.id ?? 0
  const covers = useCovers()
  return (
    <section className="sr-panel sr-account-settings" aria-labelledby="account-settings">
      <h2 id="account-settings">{t('people.account.settings')}</h2>
      <p className="sr-muted">{t('people.account.settingsHint')}</p>
      <AppearanceSwitch named />
      <StartPage />
      <Choice
        label={t('people.account.keys')}
        on={!preferences.keysOff()}
        onChange={(on) => preferences.setKeysOff(!on)}
      />
      <Choice
        label={t('people.account.dense')}
        on={preferences.dense(userId)}
        onChange={(on) => preferences.setDense(userId, on)}
      />
      <h3>{t('people.account.viewing')}</h3>
      <Choice
        label={t('people.account.coversBlurred')}
        on={covers.blurred}
        onChange={covers.setBlurred}
      />
      <Choice
        label={t('people.account.blurred')}
        on={preferences.blurred()}
        onChange={preferences.setBlurred}
      />
      <Choice
        label={t('people.account.grey')}
        on={preferences.grey()}
        onChange={preferences.setGrey}
      />
      <Choice
        label={t('people.account.sound')}
        on={preferences.sound()}
        onChange={preferences.setSound}
      />
    </section>
  )
}

interface ChoiceProps {
  label: string
  on: boolean
  onChange: (on: boolean) => void
}

function Choice({ label, on, onChange }: ChoiceProps) {
  const [checked, setChecked] = useState(on)
  return (
    <label>
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => {
          onChange(target.checked)
          setChecked(target.checked)
        }}
      />{' '}
      {label}
    </label>
  )
}

function StartPage() {
  const { t } = useTranslation()
  const id = useId()
  const shown = use(ScreensShown)
  const usual = lists.certification.screen
  const [path, setPath] = useState(preferences.startPage() ?? usual)
  return (
    <div className="sr-account-start">
      <label htmlFor={id}>{t('people.account.startPage')}</label>
      <select
        id={id}
        value={shown.some((screen) => screen.path === path) ? path : shown[0]?.path}
        onChange={({ target }) => {
          preferences.setStartPage(target.value)
          setPath(target.value)
        }}
      >
        {shown.map((screen) => (
          <option key={screen.path} value={screen.path}>
            {t(screen.title)}
          </option>
        ))}
      </select>
    </div>
  )
}
