import { useTranslation } from '../texts/i18n.ts'
import { type MissingProps, reloadPage } from './Missing.tsx'
import './shared.css'

/** One line, for a part of a form or a dialog that works without it. */
export function MissingHere({ retry }: MissingProps) {
  const { t } = useTranslation()
  return (
    <p className="sr-inline-failure" role="alert">
      {t(retry ? 'errors.unreachable' : 'errors.newVersion')}
      <button type="button" onClick={retry ?? reloadPage}>
        {t(retry ? 'common.tryAgain' : 'common.reload')}
      </button>
    </p>
  )
}
