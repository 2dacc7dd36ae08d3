import type { Receipt } from '@screening-room/contract/receipt'
import type { Sheet } from '../sheet/make-sheet.ts'
import { type Frames, watchFrames } from './frames.ts'
import { type Following, follow } from './record-playback.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import type { QueueItem } from './types.ts'
import { lengthOf } from './useMedia.ts'
import { keyOf, type Reel } from './video-source.ts'

/** What somebody does with one item, however often it comes and goes on the screen. */
export interface Visit {
  recorder: Recorder
  /** Starts watching the video; answers how to stop. */
  begin(reel: Reel): () => void
  settle(): void
  seek(time: number): void
  step(by: 1 | -1): void
  sawFrame(time: number): void
  receipt(sheet: Sheet): Receipt
}

function createVisit(): Visit {
  const recorder = createRecorder({ speed: 1, muted: true, visible: true })
  const seenFrames = new Set<number>()
  let on: { reel: Reel; following: Following; frames: Frames } | undefined
  let duration: number | null = null

  const settle = () => on?.following.settle()

  function seek(time: number) {
    const length = on && lengthOf(on.reel.video)
    if (!on || !length) return
    settle()
    recorder.cut()
    on.reel.video.currentTime = Math.min(Math.max(0, time), length)
  }

  return {
    recorder,
    begin(reel) {
      const { video } = reel
      const mine = { reel, following: follow(video, recorder), frames: watchFrames(video) }
      on = mine
      return () => {
        mine.following.leave()
        mine.frames.leave()
        if (on === mine) on = undefined
      }
    },
    settle,
    seek,
    step(by) {
      settle()
      on?.reel.pause()
      if (on) seek(on.frames.beside(by))
    },
    sawFrame: (time) => void seenFrames.add(time),
    receipt({ even, done }) {
      settle()
      duration = (on && lengthOf(on.reel.video)) ?? duration
      return {
        duration,
        played: recorder.played(),
        sheet: [...seenFrames].sort((a, b) => a - b),
        sheetWhole: done && even.length > 0 && even.every(({ time }) => seenFrames.has(time)),
      }
    },
  }
}

const mostVisits = 8
const visits = new Map<string, Visit>()

/** Under another lease it is another look: the server counts the seconds from when that began. */
export function visitOf(item: QueueItem): Visit {
  const key = `${keyOf(item)} ${item.lease ?? ''}`
  const visit = visits.get(key) ?? createVisit()
  visits.delete(key)
  visits.set(key, visit)
  const [oldest] = visits.keys()
  if (visits.size > mostVisits && oldest !== undefined) visits.delete(oldest)
  return visit
}
