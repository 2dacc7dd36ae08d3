import type { OverviewHistory } from '@screening-room/contract/overview'
import { useAppearance } from '../../shared/appearance.ts'
import { figureAddress } from '../../shared/record-address.ts'
import { useTranslation } from '../../texts/i18n.ts'
import type { Chosen } from './figures.ts'
import { dayNames } from './plots/day-names.ts'

/** The hours or days of a plot: their names, and the decisions of each, of everybody or of one person. */
export function useSlots(
  { unit, starts }: Pick<OverviewHistory, 'unit' | 'starts'>,
  queue: Chosen,
  person?: number,
) {
  const { t } = useTranslation()
  const { language } = useAppearance()
  const seen = new Map<string, number>()
  const labels = starts.map((start) => {
    if (unit === 'day') return dayNames(language, start)
    const clock = start.slice(11, 16)
    // An hour that comes twice, when clocks are put back.
    const times = (seen.get(clock) ?? 0) + 1
    seen.set(clock, times)
    return { short: clock, whole: times > 1 ? `${clock} (${times})` : clock }
  })
  /** Of whole days, and of hours that the clock shows once. */
  const hrefs = starts.map((start) => {
    const day = start.slice(0, 10)
    const ofDay = { person, queue, start: day, end: day }
    if (unit === 'day') return figureAddress('decided', ofDay)
    if (seen.get(start.slice(11, 16)) !== 1 || start.slice(14, 16) !== '00') return undefined
    const weekDay = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
    const weekHour = weekDay * 24 + Number(start.slice(11, 13))
    return figureAddress('decided', { ...ofDay, weekHour })
  })
  return { labels, hrefs, slot: t(unit === 'hour' ? 'overview.hour' : 'overview.day') }
}
