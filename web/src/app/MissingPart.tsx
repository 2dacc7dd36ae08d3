import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isReachable } from '../api/client.ts'

/**
 * A part of the app could not be loaded. Where the server answers, a deployment took the old files
 * away and nothing helps but the new ones; else the network is at fault. Needs no kit itself.
 */
export function MissingPart() {
  const { t } = useTranslation()
  const [answers, setAnswers] = useState<boolean>()
  useEffect(() => {
    void isReachable().then(setAnswers)
  }, [])
  // A reload without network would leave nothing but the browser's own page.
  const tryAgain = async () => {
    if (await isReachable()) location.reload()
  }
  if (answers === undefined) return null
  return (
    <div className="sr-waiting" role="alert">
      <h2>{t(answers ? 'errors.newVersion' : 'errors.unreachable')}</h2>
      <p>{t(answers ? 'errors.newVersionHint' : 'errors.unreachableHint')}</p>
      <button type="button" className="sr-plain-button" onClick={tryAgain}>
        {t(answers ? 'common.reload' : 'common.tryAgain')}
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
