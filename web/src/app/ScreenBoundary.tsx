import { App, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { ApiFailure } from '../api/failure.ts'
import { useTranslation } from '../texts/i18n.ts'
import { EmptyState } from '../ui/EmptyState.tsx'

/** A screen that breaks leaves the shell intact. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      FallbackComponent={Broken}
      onError={(error) => console.error('screen broke', error)}
    >
      {children}
    </ErrorBoundary>
  )
}

function selectText(area: HTMLTextAreaElement | null) {
  area?.focus()
  area?.select()
}

function Broken({ error, resetErrorBoundary }: FallbackProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [shown, setShown] = useState(false)
  const details = [
    String(error),
    error instanceof ApiFailure ? `request ${error.requestId ?? '–'}` : '',
    location.href,
    new Date().toISOString(),
  ]
    .filter(Boolean)
    .join('\n')
  // There is no clipboard over plain HTTP, and it may be forbidden: then show the text to copy.
  const copy = () =>
    Promise.resolve(navigator.clipboard)
      .then((clipboard) => clipboard.writeText(details))
      .then(
        () => message.success(t('common.copied')),
        () => setShown(true),
      )
  return (
    <div role="alert">
      <EmptyState
        action={
          <div className="sr-row-actions">
            <Button type="primary" onClick={resetErrorBoundary}>
              {t('common.tryAgain')}
            </Button>
            <Button onClick={() => void copy()}>{t('common.copy')}</Button>
          </div>
        }
      >
        <strong>{t('errors.boundary')}</strong>
        <br />
        {t('errors.boundaryHint')}
      </EmptyState>
      {shown && (
        <textarea
          ref={selectText}
          className="sr-details"
          aria-label={t('common.details')}
          readOnly
          rows={5}
          value={details}
        />
      )}
    </div>
  )
}
