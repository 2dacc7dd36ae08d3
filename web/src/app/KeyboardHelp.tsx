import { type ReactNode, useState } from 'react'
import { config } from '../api/config.ts'
import { preferences } from '../api/preferences.ts'
import { useSession } from '../api/session.ts'
import { useTranslation } from '../texts/i18n.ts'
import { Overlay } from './Overlay.tsx'
import { screensFor } from './routes.ts'

/** The keys outside focus review, and the switch for those of a single letter. */
export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { userInfo } = useSession()
  const [on, setOn] = useState(!preferences.keysOff())
  const line = (keys: ReactNode, what: string) => (
    <div key={what}>
      <dt>{keys}</dt>
      <dd>{what}</dd>
    </div>
  )
  return (
    <Overlay label={t('keys.title')} onClose={onClose}>
      <div className="sr-keys">
        <h2>{t('keys.title')}</h2>
        <label>
          <input
            type="checkbox"
            checked={on}
            onChange={({ target }) => {
              preferences.setKeysOff(!target.checked)
              setOn(target.checked)
            }}
          />{' '}
          {t('keys.single')}
        </label>
        <dl>
          {line(<kbd>Ctrl/⌘ K</kbd>, t('keys.palette'))}
          {line(<kbd>/</kbd>, t('keys.search'))}
          {line(
            <>
              <kbd>J</kbd> <kbd>K</kbd>
            </>,
            t('keys.rows'),
          )}
          {line(<kbd>Enter</kbd>, t('keys.open'))}
          {line(
            <>
              <kbd>R</kbd> <kbd>+</kbd> <kbd>−</kbd>
            </>,
            t('keys.picture'),
          )}
          {config().ours && line(<kbd>F</kbd>, t('keys.focus'))}
          {screensFor(userInfo).map(
            ({ key, title }) =>
              key &&
              line(
                <>
                  <kbd>G</kbd> {t('keys.andThen')} <kbd>{key}</kbd>
                </>,
                t('keys.goTo', { screen: t(title) }),
              ),
          )}
          {line(<kbd>?</kbd>, t('keys.help'))}
        </dl>
      </div>
    </Overlay>
  )
}
