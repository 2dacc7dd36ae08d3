import {
  NotificationOutlined,
  ProjectOutlined,
  QuestionCircleOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { kindOf } from './list.ts'
import './reports.css'

const icons = {
  promo: NotificationOutlined,
  personal: UserOutlined,
  project: ProjectOutlined,
  unknown: QuestionCircleOutlined,
}

export function VideoTypeBadge({ type }: { type: number }) {
  const { t } = useTranslation()
  const name = kindOf(type) ?? 'unknown'
  const Icon = icons[name]
  return (
    <span className={`sr-video-type sr-video-type-${name}`}>
      <Icon aria-hidden />
      {t(`videoType.${name}`)}
    </span>
  )
}
