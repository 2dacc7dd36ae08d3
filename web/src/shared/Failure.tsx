import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ApiFailure } from '../api/failure.ts'
import './shared.css'

/** What could not be loaded, shown in place. The server's message replaces ours. */
export function Failure({
  text,
  failure,
  retry,
}: {
  text: string
  failure?: ApiFailure | null
  retry: () => unknown
}) {
  const { t } = useTranslation()
  const message = failure?.kind === 'refused' ? failure.serverMessage : undefined
  return (
    <div className="sr-failure" role="alert">
      <p>{message ?? text}</p>
      {failure?.requestId && (
        <p className="sr-muted">{t('errors.requestId', { id: failure.requestId })}</p>
      )}
      <Button icon={<ReloadOutlined aria-hidden />} onClick={() => void retry()}>
        {t('common.tryAgain')}
      </Button>
    </div>
  )
}

interface Reading {
  data: unknown
  isError: boolean
  refetch: () => unknown
}

/** One line for names or choices that could not be loaded. The screen works without them. */
export function QuietFailure({ text, reading }: { text: string; reading: Reading }) {
  const { t } = useTranslation()
  if (reading.data || !reading.isError) return null
  return (
    <p className="sr-inline-failure" role="status">
      {text}
      <Button size="small" onClick={() => void reading.refetch()}>
        {t('common.tryAgain')}
      </Button>
    </p>
  )
}
