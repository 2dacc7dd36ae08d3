import { decidingKinds, type OverviewHistory } from '@screening-room/contract/overview'
import { useAppearance } from '../../shared/appearance.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { addUp, type Chosen, isDecision, isReturn, ofQueue } from './figures.ts'
import { BarPlot } from './plots/BarPlot.tsx'
import { HeatMap } from './plots/HeatMap.tsx'

/** Which colour each outcome has, in the order of `decidingKinds`. */
const outcomeColours = [1, 2, 3, 4]

/** A day of platform time as text: a calendar day, which no zone moves. */
function dayNames(language: string, time: string) {
  const at = Date.parse(`${time.slice(0, 10)}T00:00:00Z`)
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(at)
  return {
    short: write({ month: 'numeric', day: 'numeric' }),
    whole: write({ year: 'numeric', month: 'short', day: 'numeric', weekday: 'short' }),
  }
}

/** Monday first. The first of January 2024 was one. */
function weekdays(language: string) {
  return Array.from({ length: 7 }, (_, day) => {
    const at = Date.UTC(2024, 0, 1 + day)
    const write = (weekday: 'short' | 'long') =>
      new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(at)
    return { short: write('short'), whole: write('long') }
  })
}

export function TimePlots({ history, queue }: { history: OverviewHistory; queue: Chosen }) {
  const { t } = useTranslation()
  const { language } = useAppearance()
  const { unit, starts, work } = history
  const slots = starts.length
  const seen = new Map<string, number>()
  const labels = starts.map((start) => {
    if (unit === 'day') return dayNames(language, start)
    const clock = start.slice(11, 16)
    // An hour that comes twice, when clocks are put back.
    const times = (seen.get(clock) ?? 0) + 1
    seen.set(clock, times)
    return { short: clock, whole: times > 1 ? `${clock} (${times})` : clock }
  })
  const slot = t(unit === 'hour' ? 'overview.hour' : 'overview.day')
  const sums = (series: Parameters<typeof addUp>[0]) => addUp(series, slots, queue)
  const counts = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  for (const { day, hour, count } of history.week.filter(ofQueue(queue))) {
    const hours = counts[day - 1]
    if (hours) hours[hour] = (hours[hour] ?? 0) + count
  }

  return (
    <>
      <BarPlot
        title={t('overview.plot.flow')}
        unit={slot}
        labels={labels}
        series={[
          {
            name: t('overview.cameIn'),
            colour: 5,
            counts: sums([...history.handedIn, ...work.filter(isReturn)]),
          },
          { name: t('overview.decided'), colour: 1, counts: sums(work.filter(isDecision)) },
        ]}
      />
      <BarPlot
        title={t('overview.plot.outcomes')}
        unit={slot}
        labels={labels}
        stacked
        series={decidingKinds.map((kind, index) => ({
          name: t(`overview.kinds.${kind}`),
          colour: outcomeColours[index] ?? 1,
          counts: sums(work.filter((one) => one.kind === kind)),
        }))}
      />
      <HeatMap
        title={t('overview.plot.week')}
        unit={t('overview.day')}
        days={weekdays(language)}
        counts={counts}
      />
    </>
  )
}
