/** By the rules of RFC 4180, and not by ours. */
export function parseCsv(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, '')
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < source.length; ) {
    let cell = ''
    if (source[at] === '"') {
      for (at += 1; ; ) {
        const end = source.indexOf('"', at)
        if (end < 0) throw new Error('a quote has no end')
        cell += source.slice(at, end)
        at = end + 1
        if (source[at] !== '"') break
        cell += '"'
        at += 1
      }
    } else {
      const end = source.slice(at).search(/,|\r\n/)
      cell = source.slice(at, at + end)
      at += end
    }
    row.push(cell)
    if (source[at] === ',') at += 1
    else if (source.startsWith('\r\n', at)) {
      rows.push(row)
      row = []
      at += 2
    } else throw new Error(`something after a cell: ${source.slice(at, at + 40)}`)
  }
  return rows
}
