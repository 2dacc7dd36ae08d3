import type { VideoType } from '@screening-room/contract/review'
import { Button } from 'antd'
import { usePendingCounts } from '../../shared/usePendingCounts.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { videoTypeName, videoTypes } from './list.ts'

/** An empty queue of one type links to the types that still have reports. */
export function NothingPending({
  type,
  onType,
}: {
  type: number
  onType: (type: VideoType) => void
}) {
  const { t } = useTranslation()
  const counts = usePendingCounts()?.reports
  const next = videoTypes.flatMap((other) => {
    const typeName = videoTypeName(other)
    const count = typeName && counts?.[typeName]
    return other !== type && typeName && count ? [{ type: other, typeName, count }] : []
  })
  return (
    <EmptyState
      action={
        next.length > 0 && (
          <div className="sr-row-actions">
            {next.map((other) => (
              <Button key={other.type} onClick={() => onType(other.type)}>
                {t(`videoType.${other.typeName}`)} ({other.count})
              </Button>
            ))}
          </div>
        )
      }
    >
      {t('empty.queueDone')}
    </EmptyState>
  )
}
