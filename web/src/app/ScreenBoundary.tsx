import { App, Button } from 'antd'
import type { ReactNode } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '../api/failure.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { isMissingPart, NewVersion } from './NewVersion.tsx'

/** A screen that breaks leaves the shell standing. */
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

function Broken({ error, resetErrorBoundary }: FallbackProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  if (isMissingPart(error)) return <NewVersion />
  const details = [
    String(error),
    error instanceof ApiFailure ? `request ${error.requestId ?? '–'}` : '',
    location.href,
    new Date().toISOString(),
  ]
    .filter(Boolean)
    .join('\n')
  const copy = async () => {
    await navigator.clipboard.writeText(details)
    message.success(t('common.copied'))
  }
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
    </div>
  )
}
