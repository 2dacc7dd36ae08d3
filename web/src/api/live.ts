import { liveCalls, type News, type NewsName, news } from '@screening-room/contract/live'
import { openStream } from './client.ts'
import { readEvents } from './event-stream.ts'
import { asFailure } from './failure.ts'

/*
 * Changes by others, as they happen, while the page is visible. The stream reconnects and catches
 * up by itself; without it, everything is still polled.
 */

const minPauseMs = 1000
const maxPauseMs = 30_000
/** The server sends something every 15 s. */
const maxSilenceMs = 40_000
/** A short look at another tab keeps the stream. */
const maxHiddenMs = 30_000

export interface LiveListener {
  /** The stream is open. */
  onOpen: () => void
  onNews: <Name extends NewsName>(name: Name, event: News<Name>) => void
}

function isNews(name: string): name is NewsName {
  return Object.hasOwn(news, name)
}

function dispatch(listener: LiveListener, name: string, data: string) {
  if (!isNews(name)) return
  try {
    const event = news[name].safeParse(JSON.parse(data))
    if (event.success) listener.onNews(name, event.data as never)
  } catch {
    console.error('a live event could not be read', name)
  }
}

/** Resolves when the page is visible, or the signal is aborted. */
function whenVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (!document.hidden || signal.aborted) return resolve()
    const done = new AbortController()
    const onVisibility = () => {
      if (document.hidden && !signal.aborted) return
      done.abort()
      resolve()
    }
    document.addEventListener('visibilitychange', onVisibility, { signal: done.signal })
    signal.addEventListener('abort', onVisibility, { signal: done.signal })
  })
}

/** Calls `end` after a long silence, or after the page has been hidden for long. */
function watchStream(end: () => void) {
  let silenceTimer: ReturnType<typeof setTimeout>
  let hiddenTimer: ReturnType<typeof setTimeout>
  const onData = () => {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(end, maxSilenceMs)
  }
  const onVisibility = () => {
    clearTimeout(hiddenTimer)
    if (document.hidden) hiddenTimer = setTimeout(end, maxHiddenMs)
  }
  onData()
  onVisibility()
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('offline', end)
  return {
    onData,
    stop() {
      clearTimeout(silenceTimer)
      clearTimeout(hiddenTimer)
      document.removeEventListener('visibilitychange', onVisibility)
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

/** Listens until it is stopped or the session ends. */
export function openLiveStream(listener: LiveListener): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  let lastId: string | undefined

  /** Reads until the stream ends; returns whether it was opened. */
  async function readStream(): Promise<boolean> {
    const ending = new AbortController()
    const end = () => ending.abort()
    signal.addEventListener('abort', end)
    const watcher = watchStream(end)
    let opened = false
    try {
      const response = await openStream(liveCalls.stream.path, lastId, ending.signal)
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      const events = readEvents()
      opened = true
      listener.onOpen()
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        watcher.onData()
        for (const { name, data } of events.read(part.value)) dispatch(listener, name, data)
        lastId = events.lastId() ?? lastId
      }
    } catch (thrown) {
      if (asFailure(thrown).kind === 'signedOut') stopping.abort()
    }
    watcher.stop()
    signal.removeEventListener('abort', end)
    return opened
  }

  async function reconnectUntilStopped() {
    for (let wait = minPauseMs; !signal.aborted; ) {
      await whenVisible(signal)
      if (signal.aborted) return
      wait = (await readStream()) ? minPauseMs : Math.min(wait * 2, maxPauseMs)
      await pause(wait * (0.5 + Math.random()), signal)
    }
  }

  void reconnectUntilStopped()
  return () => stopping.abort()
}
