import type { Receipt } from '@screening-room/contract/receipt'
import type { SheetState } from '../sheet/make-sheet.ts'
import { type FrameTracker, trackFrames } from './frames.ts'
import { type PlaybackRecording, recordPlayback } from './record-playback.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import type { ReviewVideo } from './types.ts'
import { lengthOf } from './useMedia.ts'
import { keyOf, type VideoSource } from './video-source.ts'

/** What a reviewer has watched of one video under one lease, however often it is opened. */
export interface Viewing {
  recorder: Recorder
  /** Starts recording; returns how to stop. */
  attach(source: VideoSource): () => void
  /** Records up to this very moment. */
  flush(): void
  seek(time: number): void
  stepFrame(by: 1 | -1): void
  frameSeen(time: number): void
  receipt(sheet: SheetState): Receipt
}

interface Attached {
  source: VideoSource
  recording: PlaybackRecording
  frames: FrameTracker
}

function createViewing(): Viewing {
  const recorder = createRecorder({ speed: 1, muted: true, visible: true })
  const seenFrames = new Set<number>()
  let attached: Attached | undefined
  let duration: number | null = null

  const flush = () => attached?.recording.flush()

  function seek(time: number) {
    const length = attached && lengthOf(attached.source.video)
    if (!attached || !length) return
    flush()
    recorder.endRange()
    attached.source.video.currentTime = Math.min(Math.max(0, time), length)
  }

  return {
    recorder,
    attach(source) {
      const { video } = source
      const own = { source, recording: recordPlayback(video, recorder), frames: trackFrames(video) }
      attached = own
      return () => {
        own.recording.stop()
        own.frames.stop()
        if (attached === own) attached = undefined
      }
    },
    flush,
    seek,
    stepFrame(by) {
      flush()
      attached?.source.pause()
      if (attached) seek(attached.frames.neighbourTime(by))
    },
    frameSeen: (time) => void seenFrames.add(time),
    receipt({ even, done }) {
      flush()
      duration = (attached && lengthOf(attached.source.video)) ?? duration
      return {
        duration,
        played: recorder.played(),
        sheet: [...seenFrames].sort((a, b) => a - b),
        sheetWhole: done && even.length > 0 && even.every(({ time }) => seenFrames.has(time)),
      }
    },
  }
}

const maxViewings = 8
const viewings = new Map<string, Viewing>()

/** A new lease starts a new viewing: the server counts the seconds from the start of the lease. */
export function viewingOf(video: ReviewVideo): Viewing {
  const key = `${keyOf(video)} ${video.lease ?? ''}`
  const viewing = viewings.get(key) ?? createViewing()
  viewings.delete(key)
  viewings.set(key, viewing)
  const [oldest] = viewings.keys()
  if (viewings.size > maxViewings && oldest !== undefined) viewings.delete(oldest)
  return viewing
}
