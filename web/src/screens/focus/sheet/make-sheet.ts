import type { MediaAddress, Trouble } from '../../../api/media-probe.ts'
import { loadMedia } from '../../../shared/media.ts'
import { afterFirstFrame } from '../player/first-frame.ts'
import {
  coarseFirst,
  evenTimes,
  type FrameSample,
  sceneChangeTimes,
  timesBetween,
} from './sheet-times.ts'

/* Reads the contact sheet of a video through a second, invisible video element. */

export interface Frame {
  time: number
  /** 320 pixels wide, of an upright video 320 high; absent until it has been read. */
  picture?: HTMLCanvasElement | undefined
}

/** Why there is no contact sheet. */
export type NoSheetReason =
  | 'blocked'
  | 'undecodable'
  | 'endless'
  | 'unplayable'
  | 'saveData'
  | Extract<Trouble, 'missing' | 'broken' | 'codec' | 'playlist'>

export interface SheetState {
  even: readonly Frame[]
  /** Undefined until the whole video has been sampled. */
  sceneChanges: readonly Frame[] | undefined
  missing?: NoSheetReason
  done: boolean
}

export const emptySheet: SheetState = { even: [], sceneChanges: undefined, done: false }

const frameWidth = 320
const [sampleWidth, sampleHeight] = [16, 9]
const seekTimeoutMs = 8000

class Unreadable extends Error {
  readonly missing: NoSheetReason
  constructor(missing: NoSheetReason) {
    super(missing)
    this.missing = missing
  }
}

/** Rejects if the video fails, the time is up, or the job is aborted. */
function waitForEvent(video: HTMLVideoElement, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ending = new AbortController()
    const end = (finish: () => void) => () => {
      clearTimeout(timer)
      ending.abort()
      finish()
    }
    const fail = end(() => reject(new Unreadable('undecodable')))
    const timer = setTimeout(fail, seekTimeoutMs)
    const { signal: ended } = ending
    video.addEventListener(event, end(resolve), { signal: ended })
    video.addEventListener('error', fail, { signal: ended })
    signal.addEventListener(
      'abort',
      end(() => reject(signal.reason)),
      { signal: ended },
    )
  })
}

interface SheetJob {
  signal: AbortSignal
  onUpdate: (sheet: SheetState) => void
}

/** Resolves when the page is idle, and after 300 ms at the latest. */
async function waitUntilIdle({ signal }: SheetJob): Promise<void> {
  await afterFirstFrame()
  return new Promise((resolve, reject) => {
    const go = () => (signal.aborted ? reject(signal.reason) : resolve())
    // Missing in Safari.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(go, { timeout: 300 })
    else setTimeout(go, 30)
  })
}

function drawFrame(video: HTMLVideoElement, width: number, height: number, read: boolean) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: read })
  context?.drawImage(video, 0, 0, width, height)
  return { canvas, context }
}

/** A few grey values of the frame. Throws if the host does not allow it to be read. */
function sampleFrame(video: HTMLVideoElement): Uint8Array {
  const { context } = drawFrame(video, sampleWidth, sampleHeight, true)
  const data = context?.getImageData(0, 0, sampleWidth, sampleHeight).data ?? []
  return Uint8Array.from({ length: data.length / 4 }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = data.slice(pixel * 4, pixel * 4 + 3)
    return Math.round(0.3 * red + 0.6 * green + 0.1 * blue)
  })
}

function captureFrame(video: HTMLVideoElement): HTMLCanvasElement {
  const { videoWidth, videoHeight } = video
  const width = videoWidth < videoHeight ? Math.round((frameWidth * 9) / 16) : frameWidth
  return drawFrame(video, width, Math.round((width * videoHeight) / videoWidth), false).canvas
}

/** A frame takes at most this long. */
const maxFrameSeconds = 0.25
/** After this time the frame shown is taken. A longer frame, or one already shown, has no event. */
const frameTimeoutMs = 300

/** `seeked` comes before the new frame can be drawn; until then the old one would be. */
function waitForFrame(video: HTMLVideoElement, time: number): Promise<void> {
  return new Promise((resolve) => {
    if (!('requestVideoFrameCallback' in video)) return
    const onFrame: VideoFrameRequestCallback = (_now, { mediaTime }) => {
      // The frame of the previous seek may come late.
      if (Math.abs(time - mediaTime) <= maxFrameSeconds) resolve()
      else video.requestVideoFrameCallback(onFrame)
    }
    video.requestVideoFrameCallback(onFrame)
  })
}

async function seekTo(video: HTMLVideoElement, time: number, signal: AbortSignal) {
  const seeked = waitForEvent(video, 'seeked', signal)
  const frame = waitForFrame(video, time)
  video.currentTime = time
  await seeked
  await Promise.race([frame, new Promise((resolve) => setTimeout(resolve, frameTimeoutMs))])
}

interface Opened {
  video: HTMLVideoElement
  close: () => void
}

function open(address: MediaAddress): Opened & { failed: Promise<never> } {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  let onTrouble = () => {}
  const failed = new Promise<never>((_, reject) => {
    onTrouble = () => reject(new Unreadable('undecodable'))
  })
  failed.catch(() => {})
  return { video, failed, close: loadMedia(video, address, { small: true, onTrouble }) }
}

function checkReadable(video: HTMLVideoElement) {
  if (video.videoWidth === 0) throw new Unreadable('undecodable')
  if (!Number.isFinite(video.duration) || video.duration <= 0) throw new Unreadable('endless')
}

async function readFrames(video: HTMLVideoElement, job: SheetJob) {
  const { signal, onUpdate } = job
  const shown = evenTimes(video.duration)
  const even: Frame[] = shown.map((time) => ({ time }))
  const samples: FrameSample[] = []
  const report = (sceneChanges: readonly Frame[] | undefined, done = false) =>
    onUpdate({ even: [...even], sceneChanges, done })
  report(undefined)
  for (const index of coarseFirst(even.length)) {
    await waitUntilIdle(job)
    const time = shown[index] ?? 0
    await seekTo(video, time, signal)
    samples.push({ time, grey: sampleFrame(video) })
    even[index] = { time, picture: captureFrame(video) }
    report(undefined)
  }
  const between: Frame[] = []
  for (const time of timesBetween(video.duration)) {
    await waitUntilIdle(job)
    await seekTo(video, time, signal)
    samples.push({ time, grey: sampleFrame(video) })
    between.push({ time, picture: captureFrame(video) })
  }
  const sceneChanges = sceneChangeTimes(samples, shown)
  report(
    between.filter(({ time }) => sceneChanges.includes(time)),
    true,
  )
}

/** Reads the sheet and reports each frame. The last update is done, or says why it is missing. */
export async function makeSheet(address: MediaAddress, job: SheetJob): Promise<void> {
  const { signal, onUpdate } = job
  const { video, failed, close } = open(address)
  try {
    await Promise.race([waitForEvent(video, 'loadeddata', signal), failed])
    checkReadable(video)
    await Promise.race([readFrames(video, job), failed])
  } catch (error) {
    if (signal.aborted) return
    const blocked = error instanceof DOMException && error.name === 'SecurityError'
    const missing = error instanceof Unreadable ? error.missing : 'undecodable'
    onUpdate({ ...emptySheet, missing: blocked ? 'blocked' : missing, done: true })
  } finally {
    close()
  }
}
