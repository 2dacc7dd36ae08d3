import { useTranslation } from 'react-i18next'

/** A deployment took the old files away: nothing helps but the new ones. Needs no kit itself. */
export function NewVersion() {
  const { t } = useTranslation()
  return (
    <div className="sr-waiting" role="alert">
      <h2>{t('errors.newVersion')}</h2>
      <p>{t('errors.newVersionHint')}</p>
      <button type="button" className="sr-plain-button" onClick={() => location.reload()}>
        {t('common.reload')}
      </button>
    </div>
  )
}

/** How browsers say that a part of the app is gone. */
export function isMissingPart(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|preload css|module script failed/i.test(
      error.message,
    )
  )
}
