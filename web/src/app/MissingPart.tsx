import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isReachable } from '../api/client.ts'

/**
 * A part of the app could not be loaded. If the server responds, a deployment removed the old files
 * and only a reload helps; otherwise the network is down. Does not use antd.
 */
export function MissingPart() {
  const { t } = useTranslation()
  const [reachable, setReachable] = useState<boolean>()
  useEffect(() => {
    void isReachable().then(setReachable)
  }, [])
  // A reload without network would leave nothing but the browser's own page.
  const tryAgain = async () => {
    if (await isReachable()) location.reload()
  }
  if (reachable === undefined) return null
  return (
    <div className="sr-waiting" role="alert">
      <h2>{t(reachable ? 'errors.newVersion' : 'errors.unreachable')}</h2>
      <p>{t(reachable ? 'errors.newVersionHint' : 'errors.unreachableHint')}</p>
      <button type="button" className="sr-plain-button" onClick={tryAgain}>
        {t(reachable ? 'common.reload' : 'common.tryAgain')}
      </button>
    </div>
  )
}

/** How browsers report a file that could not be loaded. */
export function isMissingPart(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|preload css|module script failed/i.test(
      error.message,
    )
  )
}
