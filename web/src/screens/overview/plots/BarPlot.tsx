import { useState } from 'react'
import { useTranslation } from '../../../texts/i18n.ts'
import { useNumbers } from '../numbers.ts'
import { Plot } from './Plot.tsx'
import { labelStep, roundScale } from './scale.ts'

interface Series {
  name: string
  /** Which of the plots' colours. */
  colour: number
  counts: readonly number[]
}

/** Where nothing is known, the table says so. */
const shown = (
  counts: readonly number[],
  index: number,
  unknown: ReadonlySet<number>,
  text: string,
) => (unknown.has(index) ? text : (counts[index] ?? 0))
const none: ReadonlySet<number> = new Set()

interface BarPlotProps {
  title: string
  /** What the slots are: hours or days. */
  unit: string
  /** Of each slot: short below it, whole beside its value. */
  labels: readonly { short: string; whole: string }[]
  series: readonly Series[]
  /** On top of each other, because they add up to something. */
  stacked?: boolean
  /** The slots of which nothing is known. */
  unknown?: ReadonlySet<number>
  /** Where the rows of each slot are. */
  hrefs?: readonly (string | undefined)[]
}

const height = 180
const left = 44
const bottom = 22
const above = 8

/** Bars for hours or days, side by side or stacked. */
export function BarPlot(props: BarPlotProps) {
  const { title, unit, labels, series, stacked = false, unknown = none, hrefs = [] } = props
  const { t } = useTranslation()
  const numbers = useNumbers()
  const [at, setAt] = useState<number>()
  const slot = at === undefined ? undefined : labels[at]
  const values = unknown.has(at ?? 0)
    ? [t('overview.plot.notNoted')]
    : series.map(({ name, counts }) => `${name} ${numbers.count(counts[at ?? 0] ?? 0)}`)
  const open = (index: number | undefined) => {
    const href = hrefs[index ?? -1]
    if (href) location.hash = href
  }
  const sums = labels.map((_, index) => {
    const all = series.map(({ counts }) => counts[index] ?? 0)
    return stacked ? all.reduce((sum, one) => sum + one, 0) : Math.max(0, ...all)
  })
  const { top, marks } = roundScale(Math.max(0, ...sums))
  const y = (value: number) => height - bottom - (value / top) * (height - bottom - above)

  return (
    <Plot
      title={title}
      told={slot ? `${slot.whole}: ${values.join(' · ')}` : ''}
      places={labels.length}
      at={at}
      onMove={setAt}
      {...(hrefs.some(Boolean) && { onOpen: () => open(at) })}
      legend={series.map(({ name, colour }) => ({ name, colour }))}
      rows={[
        [unit, ...series.map(({ name }) => name)],
        ...labels.map(({ whole }, index) => [
          whole,
          ...series.map(({ counts }) => shown(counts, index, unknown, t('overview.plot.notNoted'))),
        ]),
      ]}
    >
      {(width) => {
        const step = (width - left) / labels.length
        const every = labelStep(labels.length, width - left, 52)
        const bar = Math.max(1, (step - Math.min(4, step * 0.25)) / (stacked ? 1 : series.length))
        return (
          <svg
            width={width}
            height={height}
            aria-hidden="true"
            onPointerMove={({ nativeEvent: { offsetX } }) => {
              const index = Math.floor((offsetX - left) / step)
              setAt(labels[index] ? index : undefined)
            }}
            onPointerLeave={() => setAt(undefined)}
            onClick={() => open(at)}
            className={hrefs[at ?? -1] ? 'sr-plot-opens' : undefined}
          >
            {marks.map((mark) => (
              <g key={mark} className="sr-plot-mark">
                <line x1={left} x2={width} y1={y(mark)} y2={y(mark)} />
                <text x={left - 6} y={y(mark) + 4} textAnchor="end">
                  {numbers.count(mark)}
                </text>
              </g>
            ))}
            {at !== undefined && (
              <rect
                className="sr-plot-here"
                x={left + at * step}
                y={above}
                width={step}
                height={height - bottom - above}
              />
            )}
            {labels.map(({ short, whole }, index) => (
              <g key={whole}>
                <Bars
                  x={left + index * step}
                  width={bar}
                  y={y}
                  values={series.map(({ counts, colour }) => [counts[index] ?? 0, colour])}
                  stacked={stacked}
                />
                {index % every === 0 && (
                  <text
                    className="sr-plot-label"
                    x={left + (index + 0.5) * step}
                    y={height - 6}
                    textAnchor={index === 0 && every > 1 ? 'start' : 'middle'}
                  >
                    {short}
                  </text>
                )}
              </g>
            ))}
          </svg>
        )
      }}
    </Plot>
  )
}

interface BarsProps {
  x: number
  width: number
  y: (value: number) => number
  values: [value: number, colour: number][]
  stacked: boolean
}

function Bars({ x, width, y, values, stacked }: BarsProps) {
  let below = 0
  return values.map(([value, colour], index) => {
    const base = stacked ? below : 0
    below += value
    return value > 0 ? (
      <rect
        key={colour}
        className={`sr-plot-${colour}`}
        x={x + (stacked ? 0 : index * width)}
        y={y(base + value)}
        width={width}
        height={Math.max(1, y(base) - y(base + value) - (base > 0 ? 1 : 0))}
      />
    ) : null
  })
}
