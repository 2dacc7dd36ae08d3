import { useTranslation } from 'react-i18next'
import { kindOf } from './list.ts'
import './reports.css'

export function VideoTypeBadge({ type }: { type: number }) {
  const { t } = useTranslation()
  const name = kindOf(type) ?? 'unknown'
  return <span className={`sr-video-type sr-video-type-${name}`}>{t(`videoType.${name}`)}</span>
}
