import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { problemSentence } from '@screening-room/contract/refusals'
import type { Db } from '../db/pool.ts'
import { type Counts, type ImportLine, importLines, type RefusedLine } from '../domain/import.ts'
import { deferSearch, settleSearch } from '../store/housekeeping.ts'
import { beginImport, endImport, setImportState } from '../store/import-runs.ts'
import { getHasItems } from '../store/platform-rows.ts'
import { openLines } from './import-lines.ts'
import { say } from './output.ts'
import { CommandError, runCommand } from './run.ts'

/* npm run import: rows of the platform from a file, as its calls take them; may be killed and started again. */

const usage = `npm run import -- --from rows.ndjson[.gz] | rows.csv[.gz] [--kind videos] [--errors file] [--dry-run] [--restart] [--fast]
A line is a row as in docs/platform.md with "kind" beside its fields; in CSV --kind gives it for all lines.
--fast: as into an empty store, where nobody is reviewing yet.`

/** What is done, kept beside the file: the last line, and how long the list of errors was then. */
interface Progress {
  size: number
  /** When the file was written last: another one may have the same size. */
  written: number
  line: number
  errorBytes: number
  counts: Counts
}

type FileState = Pick<Progress, 'size' | 'written'>

function stateOf(path: string): FileState {
  const { size, mtimeMs } = statSync(path)
  return { size, written: mtimeMs }
}

const nothingDone = (state: FileState): Progress => ({
  ...state,
  line: 0,
  errorBytes: 0,
  counts: { created: 0, updated: 0, unchanged: 0, refused: 0 },
})

function readProgress(path: string, state: FileState, restart: boolean): Progress {
  if (restart || !existsSync(path)) return nothingDone(state)
  const kept = JSON.parse(readFileSync(path, 'utf8')) as Progress
  if (kept.size === state.size && kept.written === state.written) return kept
  throw new CommandError(
    `The file has changed since ${path} was begun. --restart begins anew: rows that are here already stay as they are.`,
  )
}

/** Replaced as a whole: a kill leaves the one before or this one. */
function writeProgress(path: string, progress: Progress): void {
  writeFileSync(`${path}.new`, JSON.stringify(progress))
  renameSync(`${path}.new`, path)
}

/** The errors, cut to what belongs to the lines that are done: the rest comes again. */
function openErrors(path: string, bytes: number) {
  const file = openSync(path, 'a')
  ftruncateSync(file, bytes)
  let length = bytes
  return {
    length: () => length,
    write(refused: readonly RefusedLine[]): void {
      if (refused.length === 0) return
      const lines = refused.map(({ problem, ...one }) =>
        JSON.stringify({ ...one, message: problemSentence(problem, 'en') }),
      )
      length += writeSync(file, `${lines.join('\n')}\n`)
      fsyncSync(file)
    },
    close: () => closeSync(file),
  }
}

async function* after(
  line: number,
  parts: AsyncIterable<ImportLine[]>,
): AsyncGenerator<ImportLine[]> {
  for await (const lines of parts) yield lines.filter((one) => one.line > line)
}

/** A bar on a terminal; elsewhere a line every ten seconds. */
function startBar(size: number, bytesRead: () => number) {
  const began = performance.now()
  let shown = 0
  let rows = 0
  const text = () => {
    const part = size === 0 ? 1 : Math.min(1, bytesRead() / size)
    const bar = '█'.repeat(Math.round(part * 20)).padEnd(20, '░')
    const rate = Math.round(rows / ((performance.now() - began) / 1000))
    return `${bar} ${Math.floor(part * 100)} %  ${rows} rows  ${rate} rows/s`
  }
  return {
    add(more: number): void {
      rows += more
      const now = performance.now()
      if (now - shown < (process.stderr.isTTY ? 200 : 10_000)) return
      shown = now
      process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text()}` : `${text()}\n`)
    },
    end: () => process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text()}\n` : `${text()}\n`),
  }
}

const saidEveryMs = 5000

/** What the overview says of this import; it goes on where this cannot be noted. */
async function noteRun(db: Db, from: string, progress: Progress) {
  const path = resolve(from)
  const state = () => ({ line: progress.line, refused: progress.counts.refused })
  const id = await beginImport(db, { path, name: basename(path), ...state() })
  const atWork = () => setImportState(db, id, state()).catch(() => {})
  const timer = setInterval(atWork, saidEveryMs)
  return {
    atWork,
    async end(whole: boolean): Promise<void> {
      clearInterval(timer)
      await atWork()
      await endImport(db, id, whole).catch(() => {})
    },
  }
}

const countOf = (counts: Counts) => Object.values(counts).reduce((sum, one) => sum + one, 0)

interface FileRun {
  progress: Progress
  errorsPath: string
  /** Lines up to `progress.line` are done. */
  onProgress(): Promise<void>
}

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    kind: { type: 'string' },
    errors: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    restart: { type: 'boolean', default: false },
    fast: { type: 'boolean', default: false },
  },
})

/** Up to the end of the file, from where an earlier run of it stopped. */
async function importFile(
  db: Db,
  from: string,
  { progress, errorsPath, onProgress }: FileRun,
): Promise<void> {
  const { kind, 'dry-run': dryRun, fast } = values
  const errors = openErrors(errorsPath, progress.errorBytes)
  const file = openLines(from, kind)
  const bar = startBar(progress.size, file.bytesRead)
  const paced = !fast && (await getHasItems(db))
  if (!paced && !dryRun) await deferSearch(db)
  await importLines(db, after(progress.line, file.lines), {
    dryRun,
    paced,
    async onDone(line, counts, refused) {
      errors.write(refused)
      progress.line = line
      progress.errorBytes = errors.length()
      for (const [result, n] of Object.entries(counts) as [keyof Counts, number][])
        progress.counts[result] += n
      await onProgress()
      bar.add(countOf(counts))
    },
  })
  bar.end()
  errors.close()
  await settleSearch(db)
}

await runCommand(async (db) => {
  const { from, 'dry-run': dryRun, restart } = values
  if (!from) throw new CommandError(usage)
  if (!existsSync(from)) throw new CommandError(`${from} does not exist`)
  const state = stateOf(from)
  const progressPath = `${from}.progress`
  // A dry run leaves the errors of an import that is half done alone.
  const errorsPath = values.errors ?? `${from}${dryRun ? '.dry-run' : ''}.errors`
  const progress = dryRun ? nothingDone(state) : readProgress(progressPath, state, restart)
  if (progress.line > 0) say(`going on after line ${progress.line}`)
  const run = dryRun ? undefined : await noteRun(db, from, progress)
  const onProgress = async () => {
    if (!dryRun) writeProgress(progressPath, progress)
    await run?.atWork()
  }
  try {
    await importFile(db, from, { progress, errorsPath, onProgress })
  } catch (error) {
    await run?.end(false)
    throw error
  }
  await run?.end(true)
  const { created, updated, unchanged, refused } = progress.counts
  say(
    `${dryRun ? 'would be: ' : ''}${created} created, ${updated} updated, ${unchanged} unchanged, ${refused} refused`,
  )
  if (refused === 0) return rmSync(errorsPath, { force: true })
  say(`the refused lines are in ${errorsPath}`)
  process.exitCode = 3
})
