import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  QuestionCircleOutlined,
  StopOutlined,
} from '@ant-design/icons'
import './ui.css'

export type Tone = 'waiting' | 'good' | 'bad' | 'gone' | 'unknown'

/** Elements, made once: a row that is rendered again need not render its icon again. */
const icons = {
  waiting: <ClockCircleOutlined aria-hidden />,
  good: <CheckCircleOutlined aria-hidden />,
  bad: <CloseCircleOutlined aria-hidden />,
  gone: <StopOutlined aria-hidden />,
  unknown: <QuestionCircleOutlined aria-hidden />,
}

/** A status by colour, icon and word: never by colour alone. */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={`sr-badge sr-badge-${tone}`}>
      {icons[tone]}
      {children}
    </span>
  )
}
