/* A plot as a file: its table as CSV that Excel opens right or as NDJSON, its picture as SVG that needs no style sheet. */

function save(name: string, file: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}

/** Excel would run a text that begins like a formula. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export type Rows = (string | number)[][]

export function saveCsv(name: string, rows: Rows) {
  const lines = rows.map((row) => row.map(cell).join(','))
  const text = `\ufeff${lines.join('\r\n')}\r\n`
  save(`${name}.csv`, new Blob([text], { type: 'text/csv;charset=utf-8' }))
}

/** An object a line; the first row names its fields. */
export function saveNdjson(name: string, [head = [], ...rows]: Rows) {
  const lines = rows.map(
    (row) => `${JSON.stringify(Object.fromEntries(row.map((value, at) => [head[at], value])))}\n`,
  )
  save(`${name}.ndjson`, new Blob(lines, { type: 'application/x-ndjson' }))
}

const styles = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'opacity',
  'font-size',
  'font-family',
]

/** As text that looks the same without our style sheets. */
function svgText(shown: SVGSVGElement): string {
  const copy = shown.cloneNode(true) as SVGSVGElement
  const copies = [copy, ...copy.querySelectorAll('*')]
  for (const [index, element] of [shown, ...shown.querySelectorAll('*')].entries()) {
    const computed = getComputedStyle(element)
    for (const style of styles) copies[index]?.setAttribute(style, computed.getPropertyValue(style))
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return new XMLSerializer().serializeToString(copy)
}

export function saveSvg(name: string, shown: SVGSVGElement) {
  save(`${name}.svg`, new Blob([svgText(shown)], { type: 'image/svg+xml' }))
}

/** Pixels for each of the screen's: a slide is larger than a page. */
const sharpness = 2

export async function savePng(name: string, shown: SVGSVGElement) {
  const picture = new Image()
  // Our content policy lets a page show `data:`, and no blob.
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(shown))}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = shown.clientWidth * sharpness
  canvas.height = shown.clientHeight * sharpness
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = getComputedStyle(document.body).getPropertyValue('--sr-surface')
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  canvas.toBlob((file) => file && save(`${name}.png`, file))
}
