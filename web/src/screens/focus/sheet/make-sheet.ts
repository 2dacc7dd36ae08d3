import type { Address } from '../player/video-source.ts'
import { coarseFirst, evenTimes, jumpTimes, type Look, looksBetween } from './sheet-times.ts'

/*
 * The contact sheet of one video, read from the video itself by a second element that nobody sees.
 */

export interface Frame {
  time: number
  /** 160 pixels wide; absent until it is read. */
  picture?: HTMLCanvasElement | undefined
}

/** Why there is no sheet. */
export type Why = 'blocked' | 'undecodable' | 'endless' | 'unplayable' | 'saveData'

export interface Sheet {
  even: readonly Frame[]
  /** Undefined until they have been looked for. */
  jumps: readonly Frame[] | undefined
  why?: Why
  done: boolean
}

export const emptySheet: Sheet = { even: [], jumps: undefined, done: false }

const frameWidth = 160
const [lookWidth, lookHeight] = [16, 9]
/** A seek that takes longer than this will not come. */
const patience = 8000

class Unreadable extends Error {
  readonly why: Why
  constructor(why: Why) {
    super(why)
    this.why = why
  }
}

/** Resolves with the first of these events; rejects when the video fails, time is up or nobody wants it. */
function heard(video: HTMLVideoElement, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ending = new AbortController()
    const end = (finish: () => void) => () => {
      clearTimeout(timer)
      ending.abort()
      finish()
    }
    const fail = end(() => reject(new Unreadable('undecodable')))
    const timer = setTimeout(fail, patience)
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

interface Making {
  signal: AbortSignal
  /** Resolves when nothing that somebody waits for is going on. */
  quiet: () => Promise<unknown>
  show: (sheet: Sheet) => void
}

/** When the page has nothing better to do, and in a while in any case. */
async function idle({ signal, quiet }: Making): Promise<void> {
  await quiet()
  return new Promise((resolve, reject) => {
    const go = () => (signal.aborted ? reject(signal.reason) : resolve())
    // Safari has no such callback.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(go, { timeout: 300 })
    else setTimeout(go, 30)
  })
}

function drawn(video: HTMLVideoElement, width: number, height: number, read: boolean) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: read })
  context?.drawImage(video, 0, 0, width, height)
  return { canvas, context }
}

/** A few grey values. Throws where the host lets nobody read its pictures. */
function look(video: HTMLVideoElement): Uint8Array {
  const { context } = drawn(video, lookWidth, lookHeight, true)
  const data = context?.getImageData(0, 0, lookWidth, lookHeight).data ?? []
  return Uint8Array.from({ length: data.length / 4 }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = data.slice(pixel * 4, pixel * 4 + 3)
    return Math.round(0.3 * red + 0.6 * green + 0.1 * blue)
  })
}

function picture(video: HTMLVideoElement): HTMLCanvasElement {
  const { videoWidth, videoHeight } = video
  const width = videoWidth < videoHeight ? Math.round((frameWidth * 9) / 16) : frameWidth
  return drawn(video, width, Math.round((width * videoHeight) / videoWidth), false).canvas
}

/** A frame lasts no longer than this; of one that does, or that is there already, nobody is told. */
const longestFrame = 0.25
/** So long after a seek, whatever is there is its frame. */
const frameWait = 300

/** A seek ends before its frame can be drawn: until then the one before it would be. */
function frameAt(video: HTMLVideoElement, time: number): Promise<void> {
  return new Promise((resolve) => {
    if (!('requestVideoFrameCallback' in video)) return
    const see: VideoFrameRequestCallback = (_now, { mediaTime }) => {
      // One that was meant for the seek before may come late.
      if (Math.abs(time - mediaTime) <= longestFrame) resolve()
      else video.requestVideoFrameCallback(see)
    }
    video.requestVideoFrameCallback(see)
  })
}

async function goTo(video: HTMLVideoElement, time: number, signal: AbortSignal) {
  const there = heard(video, 'seeked', signal)
  const frame = frameAt(video, time)
  video.currentTime = time
  await there
  await Promise.race([frame, new Promise((resolve) => setTimeout(resolve, frameWait))])
}

async function open(address: Address, signal: AbortSignal): Promise<HTMLVideoElement> {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  video.crossOrigin = address.cors
  const loaded = heard(video, 'loadeddata', signal)
  video.src = address.href
  await loaded
  if (video.videoWidth === 0) throw new Unreadable('undecodable')
  if (!Number.isFinite(video.duration) || video.duration <= 0) throw new Unreadable('endless')
  return video
}

function close(video: HTMLVideoElement | undefined) {
  video?.removeAttribute('src')
  video?.load()
}

async function fill(video: HTMLVideoElement, making: Making) {
  const { signal, show } = making
  const shown = evenTimes(video.duration)
  const even: Frame[] = shown.map((time) => ({ time }))
  const looks: Look[] = []
  const tell = (jumps: readonly Frame[] | undefined, done = false) =>
    show({ even: [...even], jumps, done })
  tell(undefined)
  for (const place of coarseFirst(even.length)) {
    await idle(making)
    const time = shown[place] ?? 0
    await goTo(video, time, signal)
    looks.push({ time, grey: look(video) })
    even[place] = { time, picture: picture(video) }
    tell(undefined)
  }
  const between: Frame[] = []
  for (const time of looksBetween(video.duration)) {
    await idle(making)
    await goTo(video, time, signal)
    looks.push({ time, grey: look(video) })
    between.push({ time, picture: picture(video) })
  }
  const jumps = jumpTimes(looks, shown)
  tell(
    between.filter(({ time }) => jumps.includes(time)),
    true,
  )
}

/** Reads the sheet, telling of each frame; the last thing it shows is done, or says why it cannot be. */
export async function makeSheet(address: Address, making: Making): Promise<void> {
  const { signal, show } = making
  let video: HTMLVideoElement | undefined
  try {
    video = await open(address, signal)
    await fill(video, making)
  } catch (error) {
    if (signal.aborted) return
    const blocked = error instanceof DOMException && error.name === 'SecurityError'
    const why = error instanceof Unreadable ? error.why : 'undecodable'
    show({ ...emptySheet, why: blocked ? 'blocked' : why, done: true })
  } finally {
    close(video)
  }
}
