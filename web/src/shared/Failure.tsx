import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ApiFailure } from '../api/failure.ts'
import './shared.css'

/** What could not be loaded, told in place. The server's sentence wins over ours. */
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
  const said = failure?.kind === 'refused' ? failure.said : undefined
  return (
    <div className="sr-failure" role="alert">
      <p>{said ?? text}</p>
      {failure?.requestId && <p className="sr-muted">{failure.requestId}</p>}
      <Button icon={<ReloadOutlined />} onClick={() => void retry()}>
        {t('common.tryAgain')}
      </Button>
    </div>
  )
}
