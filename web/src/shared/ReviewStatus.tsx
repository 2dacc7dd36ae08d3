import type { Holder } from '@screening-room/contract/holders'
import type { Queue, queues } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import { useTranslation } from '../texts/i18n.ts'
import { StatusBadge, type Tone } from '../ui/StatusBadge.tsx'
import { Held } from './Held.tsx'

const names = {
  [status.pending]: ['pending', 'waiting'],
  [status.approved]: ['approved', 'good'],
  [status.rejected]: ['rejected', 'bad'],
  [status.takenDown]: ['takenDown', 'gone'],
  [status.withdrawn]: ['withdrawn', 'gone'],
} as const satisfies Record<number, readonly [string, Tone]>

type Of = (typeof queues)[Queue]['statusNames']

const nameOf = (value: number) =>
  names[value as keyof typeof names] ?? (['unknown', 'unknown'] as const)

/** The status of a review or a report; the same codes have different names (spec, section 4). */
export function useStatusWord() {
  const { t } = useTranslation()
  return (value: number, of: Of) => {
    const [name] = nameOf(value)
    return of === 'reportStatus' ? t(`reportStatus.${name}`) : t(`status.${name}`)
  }
}

interface ReviewStatusProps {
  value: number
  of?: Of
  /** Who is reviewing it, if it is pending. */
  held?: Holder | undefined
}

export function ReviewStatus({ value, of = 'status', held }: ReviewStatusProps) {
  const word = useStatusWord()
  const badge = <StatusBadge tone={nameOf(value)[1]}>{word(value, of)}</StatusBadge>
  if (!held || value !== status.pending) return badge
  return (
    <span className="sr-status-held">
      {badge}
      <Held by={held.by} />
    </span>
  )
}

/** "All" and these statuses, as filter options. */
export function useStatusOptions(statuses: readonly (keyof typeof names)[]) {
  const { t } = useTranslation()
  return [
    { value: '', label: t('common.all') },
    // Not in the specification's filter: what is withdrawn is listed under All.
    ...statuses
      .filter((code) => code !== status.withdrawn)
      .map((code) => ({ value: String(code), label: t(`status.${names[code][0]}`) })),
  ]
}
