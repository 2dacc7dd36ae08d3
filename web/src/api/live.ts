import { livePath, type News, type NewsName, news } from '@screening-room/contract/live'
import { openStream } from './client.ts'
import { readEvents } from './event-stream.ts'
import { asFailure } from './failure.ts'

/*
 * What others do, as it happens, for as long as the page is seen. It comes back by itself and asks
 * for what it missed; where it cannot be had, everything is still asked for now and then.
 */

const firstPause = 1000
const longestPause = 30_000
/** The server says something every 15 s. */
const silentAtMost = 40_000
/** Whoever only looks something up in another tab keeps the stream. */
const hiddenAtMost = 30_000

export interface Ears {
  /** A stream is open, and tells from now on. */
  onOpen: () => void
  onNews: <Name extends NewsName>(name: Name, told: News<Name>) => void
}

function isNews(name: string): name is NewsName {
  return Object.hasOwn(news, name)
}

function tell(ears: Ears, name: string, data: string) {
  if (!isNews(name)) return
  try {
    const told = news[name].safeParse(JSON.parse(data))
    if (told.success) ears.onNews(name, told.data as never)
  } catch {
    console.error('a piece of news could not be read', name)
  }
}

/** Resolves when the page is seen. */
function seen(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (!document.hidden || signal.aborted) return resolve()
    const done = new AbortController()
    const look = () => {
      if (document.hidden && !signal.aborted) return
      done.abort()
      resolve()
    }
    document.addEventListener('visibilitychange', look, { signal: done.signal })
    signal.addEventListener('abort', look, { signal: done.signal })
  })
}

/** Ends what it is given when nothing came for long, or when nobody has looked for long. */
function watchOver(end: () => void) {
  let silence: ReturnType<typeof setTimeout>
  let unseen: ReturnType<typeof setTimeout>
  const heard = () => {
    clearTimeout(silence)
    silence = setTimeout(end, silentAtMost)
  }
  const look = () => {
    clearTimeout(unseen)
    if (document.hidden) unseen = setTimeout(end, hiddenAtMost)
  }
  heard()
  look()
  document.addEventListener('visibilitychange', look)
  addEventListener('offline', end)
  return {
    heard,
    stop() {
      clearTimeout(silence)
      clearTimeout(unseen)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('offline', end)
    },
  }
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    const now = () => {
      clearTimeout(timer)
      resolve()
    }
    addEventListener('online', now, { once: true, signal })
    signal.addEventListener('abort', now, { once: true })
  })

/** Listens until it is told to stop, or until the session ended. */
export function listen(ears: Ears): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  let last: string | undefined

  /** Until the stream ends; answers whether there was one. */
  async function attend(): Promise<boolean> {
    const ending = new AbortController()
    const end = () => ending.abort()
    signal.addEventListener('abort', end)
    const watch = watchOver(end)
    let opened = false
    try {
      const response = await openStream(livePath, last, ending.signal)
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      const events = readEvents()
      opened = true
      ears.onOpen()
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        watch.heard()
        for (const { name, data } of events.read(part.value)) tell(ears, name, data)
        last = events.lastId() ?? last
      }
    } catch (thrown) {
      if (asFailure(thrown).kind === 'signedOut') stopping.abort()
    }
    watch.stop()
    signal.removeEventListener('abort', end)
    return opened
  }

  async function attendForGood() {
    for (let wait = firstPause; !signal.aborted; ) {
      await seen(signal)
      if (signal.aborted) return
      wait = (await attend()) ? firstPause : Math.min(wait * 2, longestPause)
      await pause(wait * (0.5 + Math.random()), signal)
    }
  }

  void attendForGood()
  return () => stopping.abort()
}
