import { expect, it } from 'vitest'
import type { VideoSource } from '../src/screens/focus/player/video-source.ts'
import { emptySheet } from '../src/screens/focus/sheet/make-sheet.ts'
import { makeSheetNow, requestSheetFirst, sheetOf } from '../src/screens/focus/sheet/sheet-queue.ts'

/** A video that is loading until it breaks: its sheet is done then, without a frame. */
function loadingVideo(key: string) {
  let state: ReturnType<VideoSource['state']> = 'loading'
  const listeners = new Set<() => void>()
  const source = {
    key,
    state: () => state,
    trouble: () => undefined,
    address: () => undefined,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  } as Partial<VideoSource> as VideoSource
  const fail = () => {
    state = 'broken'
    for (const listener of listeners) listener()
  }
  return { source, fail }
}

it('where data is saved, a sheet that was asked for does not bring that of the next video', async () => {
  const asked = loadingVideo('asked for')
  const next = loadingVideo('next')
  next.fail()
  makeSheetNow(asked.source)
  requestSheetFirst(next.source, { start: false })
  asked.fail()
  await expect.poll(() => sheetOf('asked for').done).toBe(true)
  // What follows from that has happened by then.
  await new Promise((resolve) => setTimeout(resolve))
  expect(sheetOf('next')).toBe(emptySheet)

  makeSheetNow(next.source)
  await expect.poll(() => sheetOf('next').done).toBe(true)
})
