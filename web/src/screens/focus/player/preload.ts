import { dropSheetRequest, requestSheet, requestSheetFirst } from '../sheet/sheet-queue.ts'
import { afterFirstFrame, expectFirstFrame } from './first-frame.ts'
import type { ReviewVideo } from './types.ts'
import { createVideoSource, keyOf, type VideoSource, whenSettled } from './video-source.ts'

/* Keeps videos loaded: the current one, the next one, and the previous one in case of an undo. */

const maxSources = 4

interface CacheEntry {
  source: VideoSource
  poster?: HTMLImageElement
  isCurrent: boolean
}

/** Oldest first. */
const cache = new Map<string, CacheEntry>()
/** Preloads that have not started yet. */
const planned = new Set<string>()

export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

function entryOf(video: ReviewVideo): CacheEntry {
  const key = keyOf(video)
  const entry = cache.get(key) ?? { source: createVideoSource(video), isCurrent: false }
  cache.delete(key)
  cache.set(key, entry)
  for (const [old, { isCurrent }] of cache) {
    if (cache.size <= maxSources) break
    if (!isCurrent && old !== key) evict(old)
  }
  return entry
}

function evict(key: string) {
  const entry = cache.get(key)
  if (!entry || entry.isCurrent) return
  void afterFirstFrame().then(entry.source.unload)
  cache.delete(key)
  dropSheetRequest(entry.source, { abort: true })
}

export const sourceOf = (video: ReviewVideo): VideoSource => entryOf(video).source

/** Opens a video on the screen: it loads at once, and its contact sheet comes first. */
export function openVideo(video: ReviewVideo): () => void {
  const entry = entryOf(video)
  const { source } = entry
  entry.isCurrent = true
  source.load()
  // What failed while preloading may work by now.
  if (['noLink', 'broken'].includes(source.state())) source.retry()
  expectFirstFrame(source.video)
  requestSheetFirst(source, { start: !savesData() })
  return () => {
    entry.isCurrent = false
    dropSheetRequest(source, { abort: false })
  }
}

/** Loads the next video while the current one is reviewed. */
export function preloadVideo(video: ReviewVideo): void {
  if (savesData()) return
  const key = keyOf(video)
  planned.add(key)
  void afterCurrentLoaded().then(() => {
    if (!planned.delete(key)) return
    const entry = entryOf(video)
    if (video.poster && !entry.poster) {
      entry.poster = new Image()
      entry.poster.src = video.poster
      void entry.poster.decode().catch(() => {})
    }
    entry.source.load()
    requestSheet(entry.source)
  })
}

/** It is no longer the next video. */
export function cancelPreload(video: ReviewVideo): void {
  planned.delete(keyOf(video))
  evict(keyOf(video))
}

/** Loading the next video must not slow down the current one. */
async function afterCurrentLoaded(): Promise<void> {
  const current = [...cache.values()].find(({ isCurrent }) => isCurrent)?.source
  if (current) await whenSettled(current)
  await afterFirstFrame()
}
