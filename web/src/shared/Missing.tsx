import { isReachable } from '../api/client.ts'
import { useTranslation } from '../texts/i18n.ts'

/* In the place of a part of the app that could not be loaded. Needs no kit: the kit may be that part. */

export interface MissingProps {
  /** Absent where another attempt cannot work, and only a reload helps. */
  retry?: (() => void) | undefined
}

// A reload without network would leave nothing but the browser's own page.
export async function reloadPage() {
  if (await isReachable()) location.reload()
}

export function MissingScreen({ retry }: MissingProps) {
  const { t } = useTranslation()
  return (
    <div className="sr-missing" role="alert">
      <h2>{t(retry ? 'errors.unreachable' : 'errors.newVersion')}</h2>
      <p>{t(retry ? 'errors.unreachableHint' : 'errors.newVersionHint')}</p>
      <button type="button" className="sr-plain-button" onClick={retry ?? reloadPage}>
        {t(retry ? 'common.tryAgain' : 'common.reload')}
      </button>
    </div>
  )
}
