import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ApiFailure } from '../api/failure.ts'
import { useTranslation } from '../texts/i18n.ts'
import './shared.css'

/** What could not be loaded, shown in place. The server's message replaces ours. */
export function Failure({
  text,
  detail,
  failure,
  retry,
}: {
  text: string
  /** What is known beyond that, and what can be done. */
  detail?: string | undefined
  failure?: ApiFailure | null
  retry: () => unknown
}) {
  const { t } = useTranslation()
  const message = failure?.kind === 'refused' ? failure.serverMessage : undefined
  return (
    <div className="sr-failure" role="alert">
      <p>{message ?? text}</p>
      {detail && <p className="sr-failure-detail">{detail}</p>}
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
