import { apiAddress, config } from '../../../api/config.ts'
import { readCall } from '../../../api/queries.ts'
import type { ReviewVideo } from './types.ts'

/*
 * A video element with its address and loading state. It lives outside of React, so that the next
 * video can load before there is a component to show it.
 */

type LoadState = 'fetching' | 'loading' | 'ready' | 'noLink' | 'broken'

export interface VideoAddress {
  href: string
  /** For a file on another origin. Without CORS its frames cannot be read. */
  cors: 'anonymous' | 'use-credentials' | null
}

export interface VideoSource {
  readonly key: string
  readonly video: HTMLVideoElement
  /** Starts loading the file. Before that only its link is fetched. */
  load(): void
  state(): LoadState
  address(): VideoAddress | undefined
  /** False if the host does not allow its frames to be read. */
  isReadable(): boolean
  subscribe(listener: () => void): () => void
  play(): void
  pause(): void
  retry(): void
  unload(): void
}

/** As long as the player in the dialogs reuses an address. */
const linkMaxAgeMs = 60_000

/** Hosts that refused a CORS request; each is tried once. */
const hostsWithoutCors = new Set<string>()

function corsFor(url: URL): VideoAddress['cors'] {
  if (url.origin === location.origin || hostsWithoutCors.has(url.origin)) return null
  // Our own server on another origin identifies the viewer by cookie; a bucket must not get one.
  const ours = config().host !== '' && url.origin === apiAddress('/')?.origin
  return ours ? 'use-credentials' : 'anonymous'
}

const isSameOrigin = ({ href }: VideoAddress) => new URL(href).origin === location.origin

export const keyOf = ({ link, id }: ReviewVideo) => `${link.path}#${id}`

function createElement({ poster }: ReviewVideo): HTMLVideoElement {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  video.disablePictureInPicture = true
  if (poster) video.poster = poster
  return video
}

/** The state a failed fetch ends in, or the address. */
async function fetchAddress(
  { link, id }: ReviewVideo,
  maxAgeMs: number,
): Promise<VideoAddress | 'noLink' | 'broken'> {
  try {
    const { data } = await readCall(link, { id }, maxAgeMs)
    const url = apiAddress(data)
    return url ? { href: url.href, cors: corsFor(url) } : 'broken'
  } catch {
    return 'noLink'
  }
}

/** Keeps the position when the same video is loaded again. */
function loadInto(video: HTMLVideoElement, { href, cors }: VideoAddress) {
  const position = video.currentTime
  video.crossOrigin = cors
  video.src = href
  if (position === 0) return
  const restore = () => {
    video.currentTime = position
  }
  video.addEventListener('loadedmetadata', restore, { once: true })
}

function createLoadState() {
  const listeners = new Set<() => void>()
  let state: LoadState = 'fetching'
  return {
    get: () => state,
    set(next: LoadState) {
      if (state === next) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function createVideoSource(reviewVideo: ReviewVideo): VideoSource {
  const video = createElement(reviewVideo)
  const state = createLoadState()
  let address: VideoAddress | undefined
  let shouldPlay = false
  let shouldLoad = false
  let linkRenewedAt = Number.NEGATIVE_INFINITY
  /** Only the latest fetch counts. */
  let fetches = 0

  async function fetchLink(maxAgeMs: number) {
    const current = ++fetches
    state.set('fetching')
    const result = await fetchAddress(reviewVideo, maxAgeMs)
    if (current !== fetches) return
    if (typeof result === 'string') return state.set(result)
    address = result
    if (shouldLoad) start()
  }
  function renewLink() {
    linkRenewedAt = performance.now()
    void fetchLink(0)
  }

  function start() {
    if (!address) return
    state.set('loading')
    loadInto(video, address)
  }
  function onError() {
    if (!address || !video.hasAttribute('src')) return
    if (address.cors && video.readyState === 0) {
      hostsWithoutCors.add(new URL(address.href).origin)
      address = { ...address, cors: null }
      return start()
    }
    // A link may expire during a review: fetch a new one, but at most once a minute.
    if (performance.now() - linkRenewedAt > linkMaxAgeMs) return renewLink()
    state.set('broken')
  }
  const play = () => {
    shouldPlay = true
    void video.play().catch(() => {})
  }
  video.addEventListener('error', onError)
  video.addEventListener('loadeddata', () => {
    state.set('ready')
    if (shouldPlay) play()
  })
  void fetchLink(linkMaxAgeMs)

  return {
    key: keyOf(reviewVideo),
    video,
    load() {
      if (shouldLoad) return
      shouldLoad = true
      start()
    },
    state: state.get,
    address: () => address,
    isReadable: () => !address || address.cors !== null || isSameOrigin(address),
    subscribe: state.subscribe,
    play,
    pause() {
      shouldPlay = false
      video.pause()
    },
    retry: renewLink,
    unload() {
      fetches++
      shouldPlay = false
      shouldLoad = false
      video.removeAttribute('src')
      video.load()
    },
  }
}

/** Resolves once the video can be played, or has failed. */
export function whenSettled(source: VideoSource): Promise<void> {
  const isSettled = () => !['fetching', 'loading'].includes(source.state())
  if (isSettled()) return Promise.resolve()
  return new Promise((resolve) => {
    const unsubscribe = source.subscribe(() => {
      if (!isSettled()) return
      unsubscribe()
      resolve()
    })
  })
}
