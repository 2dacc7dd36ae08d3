import { bandHours, type OverviewHistory } from '@screening-room/contract/overview'
import { useAppearance } from '../../shared/appearance.ts'
import { figureAddress } from '../../shared/record-address.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { addUp, type Chosen, daysOf, isDecision, isReturn, ofQueue } from './figures.ts'
import { Outcomes } from './Outcomes.tsx'
import { BarPlot } from './plots/BarPlot.tsx'
import { HeatMap } from './plots/HeatMap.tsx'
import { useSlots } from './slots.ts'

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
  const { starts, work } = history
  const slots = starts.length
  const { labels, hrefs, slot } = useSlots(history, queue)
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
        hrefs={hrefs}
      />
      <Backlog history={history} queue={queue} unit={slot} labels={labels} />
      <Outcomes of={history} queue={queue} />
      <HeatMap
        title={t('overview.plot.week')}
        unit={t('overview.day')}
        days={weekdays(language)}
        counts={counts}
        hrefOf={(weekHour) => figureAddress('decided', { queue, weekHour, ...daysOf(history.now) })}
      />
    </>
  )
}

const bandNames = [0, 1, 2, 3, 4] as const

/** What waited when each hour or day ended, by how long it had. */
function Backlog(props: {
  history: OverviewHistory
  queue: Chosen
  unit: string
  labels: { short: string; whole: string }[]
}) {
  const { history, queue, unit, labels } = props
  const { t } = useTranslation()
  const own = history.backlog.filter(ofQueue(queue))
  const known = (slot: number) => own.some(({ bands }) => bands[slot])
  if (!labels.some((_, slot) => known(slot))) return null
  return (
    <BarPlot
      title={t('overview.plot.backlog')}
      unit={unit}
      labels={labels}
      stacked
      unknown={new Set(labels.flatMap((_, slot) => (known(slot) ? [] : [slot])))}
      series={bandNames.slice(0, bandHours.length + 1).map((band) => ({
        name: t(`overview.plot.bands.${band}`),
        colour: band + 6,
        counts: labels.map((_, slot) =>
          own.reduce((sum, { bands }) => sum + (bands[slot]?.[band] ?? 0), 0),
        ),
      }))}
    />
  )
}
