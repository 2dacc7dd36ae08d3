import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type PlatformKind, platformRows } from '@screening-room/contract/platform'
import type { ImportLine } from '../domain/import.ts'

/* The lines of an import: NDJSON or CSV, also compressed with gzip. */

export interface OpenFile {
  /** In their order, several at a time. */
  lines: AsyncIterable<ImportLine[]>
  /** Bytes of the file that were read so far. */
  bytesRead(): number
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A part of the file at a time: line by line, waiting for the next one costs more than reading it. */
async function* readNdjson(input: Readable): AsyncGenerator<ImportLine[]> {
  let line = 0
  let rest = ''
  const read = (text: string): ImportLine[] => {
    line += 1
    return text.trim() === '' ? [] : [{ line, value: parse(text) }]
  }
  for await (const part of input.setEncoding('utf8')) {
    const texts = (rest + String(part)).split('\n')
    rest = texts.pop() ?? ''
    yield texts.flatMap(read)
  }
  yield rest === '' ? [] : read(rest)
}

/** Records of RFC 4180: a field in quotes may hold commas, quotes written twice, and line breaks. */
async function* readRecords(input: Readable): AsyncGenerator<{ line: number; cells: string[] }> {
  let cells: string[] = []
  let cell = ''
  let quoted = false
  let closing = false
  let line = 1
  let first = 1
  for await (const part of input.setEncoding('utf8'))
    for (const sign of String(part)) {
      if (sign === '\n') line += 1
      if (quoted && !closing) {
        if (sign === '"') closing = true
        else cell += sign
        continue
      }
      if (closing && sign === '"') {
        cell += sign
        closing = false
        continue
      }
      if (closing) quoted = closing = false
      if (sign === '"' && cell === '') quoted = true
      else if (sign === ',') {
        cells.push(cell)
        cell = ''
      } else if (sign === '\n') {
        yield { line: first, cells: [...cells, cell] }
        cells = []
        cell = ''
        first = line
      } else if (sign !== '\r') cell += sign
    }
  if (cell !== '' || cells.length > 0) yield { line: first, cells: [...cells, cell] }
}

/** A cell is text; where a field wants a number or a list, it is written as JSON. */
function typed(kind: unknown, row: Record<string, unknown>): Record<string, unknown> {
  const schema = platformRows[kind as PlatformKind]
  const issues = schema?.safeParse(row).error?.issues ?? []
  const others = issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => path[0])
  return Object.fromEntries(
    Object.entries(row).map(([name, text]) => [
      name,
      others.includes(name) ? (parse(String(text)) ?? text) : text,
    ]),
  )
}

async function* readCsv(input: Readable, usual: string | undefined): AsyncGenerator<ImportLine[]> {
  let names: string[] | undefined
  for await (const { line, cells } of readRecords(input)) {
    if (!names) {
      names = cells.map((name) => name.replace(/^\ufeff/, '').trim())
      continue
    }
    if (cells.length === 1 && cells[0] === '') continue
    const entries = names.map((name, at) => [name, cells[at] ?? ''] as const)
    const { kind = usual, ...row } = Object.fromEntries(entries.filter(([, text]) => text !== ''))
    const fits = cells.length <= names.length
    yield [{ line, value: fits ? { kind, ...typed(kind, row) } : undefined }]
  }
}

export function openLines(path: string, kind: string | undefined): OpenFile {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 })
  const input = path.endsWith('.gz') ? file.pipe(createGunzip()) : file
  if (input !== file) file.once('error', (error) => input.destroy(error))
  const isCsv = /\.csv(\.gz)?$/.test(path)
  return {
    lines: isCsv ? readCsv(input, kind) : readNdjson(input),
    bytesRead: () => file.bytesRead,
  }
}
