/* What docs/performance.md writes its numbers and tables with. */

export const number = (value) => value.toLocaleString('en')

export function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [
    line(head),
    line(head.map((_, column) => (column === 0 ? '---' : '--:'))),
    ...rows.map(line),
  ].join('\n')
}
