import { useState } from 'react'
import { useNumbers } from '../numbers.ts'
import { Plot } from './Plot.tsx'

interface HeatMapProps {
  title: string
  unit: string
  /** One for each row, short and whole. */
  days: readonly { short: string; whole: string }[]
  /** Of each day, one for each hour. */
  counts: readonly (readonly number[])[]
  /** Where the rows of a cell are, by the hour of the week. */
  hrefOf: (weekHour: number) => string | undefined
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const left = 44
const cell = 22
const above = 18
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Hours by days of the week: the darker, the more. */
export function HeatMap({ title, unit, days, counts, hrefOf }: HeatMapProps) {
  const count = (day: number, hour: number) => counts[day]?.[hour] ?? 0
  const numbers = useNumbers()
  const [at, setAt] = useState<number>()
  const [day, hour] = [Math.floor((at ?? 0) / 24), (at ?? 0) % 24]
  const most = Math.max(1, ...counts.flat())
  const href = at === undefined || count(day, hour) === 0 ? undefined : hrefOf(at)
  const open = () => {
    if (href) location.hash = href
  }
  const height = above + days.length * cell

  return (
    <Plot
      title={title}
      told={
        at === undefined
          ? ''
          : `${days[day]?.whole} ${clock(hour)}: ${numbers.count(count(day, hour))}`
      }
      places={days.length * 24}
      rowLength={24}
      at={at}
      onMove={setAt}
      {...(hrefOf(0) && { onOpen: open })}
      rows={[
        [unit, ...hours.map(clock)],
        ...days.map(({ whole }, one) => [whole, ...hours.map((each) => count(one, each))]),
      ]}
    >
      {(width) => {
        const step = (width - left) / 24
        return (
          <svg
            width={width}
            height={height}
            aria-hidden="true"
            onPointerMove={({ nativeEvent: { offsetX, offsetY } }) => {
              const [row, column] = [
                Math.floor((offsetY - above) / cell),
                Math.floor((offsetX - left) / step),
              ]
              setAt(days[row] && column >= 0 && column < 24 ? row * 24 + column : undefined)
            }}
            onPointerLeave={() => setAt(undefined)}
            onClick={open}
            className={href && 'sr-plot-opens'}
          >
            {hours
              .filter((each) => each % 6 === 0)
              .map((each) => (
                <text key={each} className="sr-plot-label" x={left + each * step} y={12}>
                  {clock(each)}
                </text>
              ))}
            {days.map(({ short, whole }, one) => (
              <g key={whole}>
                <text
                  className="sr-plot-label"
                  x={left - 6}
                  y={above + one * cell + 15}
                  textAnchor="end"
                >
                  {short}
                </text>
                {hours.map((each) => (
                  <rect
                    key={each}
                    className={at === one * 24 + each ? 'sr-plot-cell sr-plot-now' : 'sr-plot-cell'}
                    x={left + each * step}
                    y={above + one * cell}
                    width={Math.max(1, step - 1)}
                    height={cell - 1}
                    fillOpacity={shade(count(one, each) / most)}
                  />
                ))}
              </g>
            ))}
          </svg>
        )
      }}
    </Plot>
  )
}

/** Something can be told from nothing. */
const shade = (part: number) => (part === 0 ? 0.06 : 0.2 + 0.8 * part)
