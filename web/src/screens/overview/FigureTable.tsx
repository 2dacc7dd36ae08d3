import type { ReactNode } from 'react'
import { Rows } from './Figure.tsx'

interface Cell {
  text: string
  /** The rows it is made of. */
  href?: string | undefined
  /** Stands before the number. */
  bar?: ReactNode
}

interface FigureTableProps {
  /** What each row is of. */
  of: string
  heads: readonly string[]
  rows: readonly { key: string | number; name: ReactNode; cells: readonly Cell[] }[]
}

/** A row for each queue, person or reason. On a narrow screen each cell names its own head. */
export function FigureTable({ of, heads, rows }: FigureTableProps) {
  return (
    <table className="sr-overview-table">
      <thead>
        <tr>
          <th scope="col">{of}</th>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, cells }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {cells.map(({ text, href, bar }, index) => (
              <td key={heads[index]} data-label={heads[index]}>
                {bar}
                <Rows text={text} href={href} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
