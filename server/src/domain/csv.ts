/*
 * CSV as Excel opens it: UTF-8 with its mark, CRLF after each row, every text in quotes. What a spreadsheet
 * would run as a formula begins with an apostrophe, which makes it a text.
 */

export type Cell = string | number | boolean | null | undefined

/** Excel takes a file without it for one in the machine's old encoding. */
export const byteOrderMark = '\uFEFF'

/** Also after what a spreadsheet skips, and in the full width that some take for the same. */
const formula = /^[\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u

function csvCell(value: Cell): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  // One sort of line break inside a cell: CRLF ends a row, and nothing else does.
  const text = value.replace(/\r\n?/g, '\n')
  return `"${formula.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`
}

export const csvRow = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`
