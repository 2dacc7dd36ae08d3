import type { Trouble } from '../../../api/media-probe.ts'
import { afterFirstFrame } from '../player/first-frame.ts'
import { type VideoSource, whenSettled } from '../player/video-source.ts'
import { emptySheet, makeSheet, type NoSheetReason, type SheetState } from './make-sheet.ts'

/* Makes contact sheets one at a time, the most urgent first, and keeps the latest ones. */

const maxSheets = 8
/** The current video's and the next one's. */
const maxRequests = 2

interface KeptSheet {
  sheet: SheetState
  listeners: Set<() => void>
}

/** Oldest first. */
const sheets = new Map<string, KeptSheet>()
/** The most urgent first. */
let requests: VideoSource[] = []
let running: { key: string; abort: AbortController } | undefined

function keptSheet(key: string): KeptSheet {
  const kept = sheets.get(key) ?? { sheet: emptySheet, listeners: new Set() }
  sheets.delete(key)
  sheets.set(key, kept)
  for (const [old, { listeners }] of sheets) {
    if (sheets.size <= maxSheets) break
    if (listeners.size === 0 && old !== key) sheets.delete(old)
  }
  return kept
}

export const sheetOf = (key: string): SheetState => sheets.get(key)?.sheet ?? emptySheet

export function onSheet(key: string, listener: () => void): () => void {
  const { listeners } = keptSheet(key)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setSheet(key: string, sheet: SheetState) {
  const kept = keptSheet(key)
  kept.sheet = sheet
  for (const listener of kept.listeners) listener()
}

const withoutRequest = (source: VideoSource) => requests.filter((one) => one !== source)

export function requestSheet(source: VideoSource) {
  if (!requests.includes(source)) requests = [...requests, source]
  void makeSheets()
}

/** With `start: false` the sheet is made only when the reviewer asks for it. */
export function requestSheetFirst(source: VideoSource, { start }: { start: boolean }) {
  if (!start) return
  requests = [source, ...withoutRequest(source)].slice(0, maxRequests)
  void makeSheets()
}

export function dropSheetRequest(source: VideoSource, { abort }: { abort: boolean }) {
  requests = withoutRequest(source)
  if (abort && running?.key === source.key) running.abort.abort()
}

/** Requested by hand where data is saved, or again after the video was broken. */
export function makeSheetNow(source: VideoSource): void {
  setSheet(source.key, emptySheet)
  requests = [source, ...withoutRequest(source)]
  void makeSheets()
}

/** A more urgent sheet interrupts the one being made. */
async function makeSheets(): Promise<void> {
  const first = requests.find(({ key }) => !sheetOf(key).done)
  if (!first || running?.key === first.key) return
  running?.abort.abort()
  const mine = { key: first.key, abort: new AbortController() }
  running = mine
  await whenSettled(first)
  await afterFirstFrame()
  if (!mine.abort.signal.aborted) await makeOne(first, mine.abort.signal)
  if (running !== mine) return
  running = undefined
  void makeSheets()
}

async function makeOne(source: VideoSource, signal: AbortSignal) {
  const address = source.address()
  const missing = whyMissing(source)
  const onUpdate = (sheet: SheetState) => setSheet(source.key, sheet)
  if (address && !missing) await makeSheet(address, { signal, onUpdate })
  else onUpdate({ ...emptySheet, missing: missing ?? 'unplayable', done: true })
}

const isReason = (trouble: Trouble): trouble is Trouble & NoSheetReason =>
  ['missing', 'broken', 'codec', 'playlist'].includes(trouble)

function whyMissing(source: VideoSource): NoSheetReason | undefined {
  if (source.state() !== 'ready') {
    const trouble = source.trouble()
    return trouble && isReason(trouble) ? trouble : 'unplayable'
  }
  return source.isReadable() ? undefined : 'blocked'
}
