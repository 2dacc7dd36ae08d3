import { emptySheet, makeSheet, type Sheet, type Why } from '../sheet/make-sheet.ts'
import type { QueueItem } from './types.ts'
import { createReel, keyOf, type Reel } from './video-source.ts'

/*
 * What is kept ready: the video on the screen, the next one, and the one before for whoever takes a
 * decision back; and their contact sheets, of which only one is made at a time.
 */

const mostReels = 4
const mostSheets = 8

interface Holding {
  reel: Reel
  poster?: HTMLImageElement
  shown: boolean
}

interface KeptSheet {
  sheet: Sheet
  listeners: Set<() => void>
}

/** Both oldest first. */
const holdings = new Map<string, Holding>()
const sheets = new Map<string, KeptSheet>()

/** Whose sheets are wanted, the most urgent first. */
let wanted: Reel[] = []
let making: { key: string; stop: AbortController } | undefined

/** Announced as next, and not yet taken back. */
const coming = new Set<string>()
/** Nothing is done in the background before the one that has just come is on the screen. */
let quiet: Promise<unknown> = Promise.resolve()
const longestQuiet = 800

export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

function renew<T>(map: Map<string, T>, key: string, value: T) {
  map.delete(key)
  map.set(key, value)
}

function holdingOf(item: QueueItem): Holding {
  const key = keyOf(item)
  const held = holdings.get(key) ?? { reel: createReel(item), shown: false }
  renew(holdings, key, held)
  for (const [old, { shown }] of holdings) {
    if (holdings.size <= mostReels) break
    if (!shown && old !== key) release(old)
  }
  return held
}

function release(key: string) {
  const held = holdings.get(key)
  if (!held || held.shown) return
  void quiet.then(held.reel.drop)
  holdings.delete(key)
  wanted = wanted.filter((reel) => reel !== held.reel)
  if (making?.key === key) making.stop.abort()
}

const hasFailed = (reel: Reel) => ['noLink', 'broken'].includes(reel.standing())

export const reelOf = (item: QueueItem): Reel => holdingOf(item).reel

/** This one is on the screen now: it loads at once, and its sheet comes before any other. */
export function show(item: QueueItem): () => void {
  const held = holdingOf(item)
  held.shown = true
  held.reel.load()
  // What failed ahead of time may work by now.
  if (hasFailed(held.reel)) held.reel.again()
  quiet = firstFrame(held.reel.video)
  wanted = [held.reel, ...wanted.filter((reel) => reel !== held.reel)].slice(0, 2)
  if (!savesData()) void work()
  return () => {
    held.shown = false
    wanted = wanted.filter((reel) => reel !== held.reel)
  }
}

/** Makes the next one ready while another is looked at. */
export function prepare(item: QueueItem): void {
  if (savesData()) return
  const key = keyOf(item)
  coming.add(key)
  void afterCurrent().then(() => {
    if (!coming.delete(key)) return
    const held = holdingOf(item)
    if (item.poster && !held.poster) {
      held.poster = new Image()
      held.poster.src = item.poster
      void held.poster.decode().catch(() => {})
    }
    held.reel.load()
    if (!wanted.includes(held.reel)) wanted = [...wanted, held.reel]
    void work()
  })
}

/** It is not the next one after all. */
export function forget(item: QueueItem): void {
  coming.delete(keyOf(item))
  release(keyOf(item))
}

/** The head of the next video must not slow down the start of this one. */
async function afterCurrent(): Promise<void> {
  const current = [...holdings.values()].find(({ shown }) => shown)?.reel
  if (current) await settled(current)
  await quiet
}

/** Resolves when what has just come is on the screen, and at once where nothing has. */
export const whenQuiet = (): Promise<unknown> => quiet

function firstFrame(video: HTMLVideoElement): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, longestQuiet)
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(resolve)
    else (video as HTMLVideoElement).addEventListener('timeupdate', resolve, { once: true })
  })
}

/** Resolves once it can be played, or cannot. */
function settled(reel: Reel): Promise<void> {
  const isSettled = () => !['fetching', 'loading'].includes(reel.standing())
  if (isSettled()) return Promise.resolve()
  return new Promise((resolve) => {
    const leave = reel.subscribe(() => {
      if (!isSettled()) return
      leave()
      resolve()
    })
  })
}

function keptSheet(key: string): KeptSheet {
  const kept = sheets.get(key) ?? { sheet: emptySheet, listeners: new Set() }
  renew(sheets, key, kept)
  for (const [old, { listeners }] of sheets) {
    if (sheets.size <= mostSheets) break
    if (listeners.size === 0 && old !== key) sheets.delete(old)
  }
  return kept
}

export const sheetOf = (key: string): Sheet => sheets.get(key)?.sheet ?? emptySheet

export function onSheet(key: string, listener: () => void): () => void {
  const { listeners } = keptSheet(key)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function put(key: string, sheet: Sheet) {
  const kept = keptSheet(key)
  kept.sheet = sheet
  for (const listener of kept.listeners) listener()
}

/** Makes what is wanted, one after the other; whoever is more urgent takes the place of whoever is not. */
async function work(): Promise<void> {
  const first = wanted.find(({ key }) => !sheetOf(key).done)
  if (!first || making?.key === first.key) return
  making?.stop.abort()
  const mine = { key: first.key, stop: new AbortController() }
  making = mine
  await settled(first)
  await quiet
  const address = first.address()
  const why = whyNot(first)
  if (!mine.stop.signal.aborted)
    if (why || !address) put(first.key, { ...emptySheet, why: why ?? 'unplayable', done: true })
    else
      await makeSheet(address, {
        signal: mine.stop.signal,
        quiet: () => quiet,
        show: (sheet) => put(first.key, sheet),
      })
  if (making !== mine) return
  making = undefined
  void work()
}

function whyNot(reel: Reel): Why | undefined {
  if (reel.standing() !== 'ready') return 'unplayable'
  return reel.isReadable() ? undefined : 'blocked'
}

/** Asked for by hand where data is to be saved, or once more after the video was broken. */
export function makeSheetNow(reel: Reel): void {
  put(reel.key, emptySheet)
  wanted = [reel, ...wanted.filter((one) => one !== reel)]
  void work()
}
