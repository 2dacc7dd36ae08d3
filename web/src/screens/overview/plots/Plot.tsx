import { DownloadOutlined } from '@ant-design/icons'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../texts/i18n.ts'
import { RowButton } from '../../../ui/RowButton.tsx'
import { type Rows, savePng, saveSvg } from './download.ts'
import { TableFiles } from './TableFiles.tsx'

interface PlotProps {
  title: string
  /** What is under the pointer or the keyboard, in words. */
  told: string
  /** How many places the keyboard goes through, and which one it is at; undefined: none yet. */
  places: number
  at: number | undefined
  onMove: (at: number | undefined) => void
  /** Enter, where what is under the keyboard has rows of its own. */
  onOpen?: () => void
  /** How far up and down go. */
  rowLength?: number
  legend?: { name: string; colour: number }[]
  /** The same numbers as a table; the first row names the columns. */
  rows: Rows
  /** Draws it at this width. */
  children: (width: number) => ReactNode
}

const pictures = [
  ['SVG', saveSvg],
  ['PNG', savePng],
] as const

/** A plot with what belongs to it: its value in words, its keys, a table of the same numbers, and files. */
export function Plot(props: PlotProps) {
  const {
    title,
    told,
    places,
    at,
    onMove,
    onOpen,
    rowLength = 1,
    legend = [],
    rows,
    children,
  } = props
  const { t } = useTranslation()
  const id = useId()
  const [width, setWidth] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    setWidth(element.clientWidth)
    const watch = new ResizeObserver(() => setWidth(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  const steps: Record<string, number> = { ArrowUp: -rowLength, ArrowDown: rowLength }

  return (
    <figure className="sr-plot" aria-labelledby={id}>
      <figcaption>
        <h3 id={id}>{title}</h3>
        <span className="sr-plot-files">
          <TableFiles title={title} rows={() => rows} />
          {pictures.map(([kind, savePicture]) => (
            <RowButton
              key={kind}
              label={t('overview.plot.file', { title, kind })}
              onClick={() => {
                const svg = box.current?.querySelector('svg')
                if (svg) void savePicture(title, svg)
              }}
            >
              <DownloadOutlined aria-hidden /> {kind}
            </RowButton>
          ))}
        </span>
      </figcaption>
      {legend.length > 1 && (
        <ul className="sr-plot-legend">
          {legend.map(({ name, colour }) => (
            <li key={name}>
              <span className={`sr-plot-key sr-plot-${colour}`} aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
      )}
      <p className="sr-plot-told" aria-hidden="true">
        {told || `${t('overview.plot.hint')}${onOpen ? ` ${t('overview.plot.open')}` : ''}`}
      </p>
      <div ref={box} className="sr-plot-box">
        {/* The keyboard's and the screen reader's way through the plot. */}
        <input
          type="range"
          className="sr-hidden"
          min={0}
          max={Math.max(0, places - 1)}
          value={at ?? 0}
          aria-label={title}
          aria-valuetext={told || t('overview.plot.hint')}
          onFocus={() => onMove(at ?? 0)}
          onBlur={() => onMove(undefined)}
          onChange={({ target }) => onMove(Number(target.value))}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onOpen?.()
            const step = rowLength > 1 ? steps[event.key] : undefined
            if (step === undefined) return
            event.preventDefault()
            onMove(Math.min(places - 1, Math.max(0, (at ?? 0) + step)))
          }}
        />
        {width > 0 && children(width)}
      </div>
      <details>
        <summary>{t('overview.plot.table')}</summary>
        <Table rows={rows} title={title} />
      </details>
    </figure>
  )
}

function Table({ rows: [head = [], ...rows], title }: { rows: Rows; title: string }) {
  return (
    // A table that is wider than a phone scrolls by itself, by keys as well.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be focused
    <section className="sr-plot-table" tabIndex={0} aria-label={title}>
      <table>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...values]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map((value, index) => (
                <td key={head[index + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
