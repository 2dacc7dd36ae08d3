import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  QuestionCircleOutlined,
  StopOutlined,
} from '@ant-design/icons'
import './ui.css'

export type Tone = 'waiting' | 'good' | 'bad' | 'gone' | 'unknown'

const icons = {
  waiting: ClockCircleOutlined,
  good: CheckCircleOutlined,
  bad: CloseCircleOutlined,
  gone: StopOutlined,
  unknown: QuestionCircleOutlined,
}

/** A status by colour, icon and word: never by colour alone. */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  const Icon = icons[tone]
  return (
    <span className={`sr-badge sr-badge-${tone}`}>
      <Icon aria-hidden />
      {children}
    </span>
  )
}
