import { useTranslation } from '../../texts/i18n.ts'
import { videoTypeName } from './list.ts'
import './reports.css'

export function VideoTypeBadge({ type }: { type: number }) {
  const { t } = useTranslation()
  const name = videoTypeName(type) ?? 'unknown'
  return <span className={`sr-video-type sr-video-type-${name}`}>{t(`videoType.${name}`)}</span>
}
