import { decidingKinds, type OverviewHistory } from '@screening-room/contract/overview'
import { useTranslation } from '../../texts/i18n.ts'
import { addUp, type Chosen } from './figures.ts'
import { BarPlot } from './plots/BarPlot.tsx'
import { useSlots } from './slots.ts'

/** Which colour each outcome has, in the order of `decidingKinds`. */
const colours = [1, 2, 3, 4]

interface OutcomesProps {
  of: Pick<OverviewHistory, 'unit' | 'starts' | 'work'>
  queue: Chosen
  /** Of everybody, unless said otherwise. */
  person?: number
}

/** What was decided in each hour or day. */
export function Outcomes({ of, queue, person }: OutcomesProps) {
  const { t } = useTranslation()
  const { labels, hrefs, slot } = useSlots(of, queue, person)
  return (
    <BarPlot
      title={t('overview.plot.outcomes')}
      unit={slot}
      labels={labels}
      stacked
      hrefs={hrefs}
      series={decidingKinds.map((kind, index) => ({
        name: t(`overview.kinds.${kind}`),
        colour: colours[index] ?? 1,
        counts: addUp(
          of.work.filter((one) => one.kind === kind),
          of.starts.length,
          queue,
        ),
      }))}
    />
  )
}
