import { apiAddress } from '../../../api/config.ts'
import type { MediaAddress, Trouble } from '../../../api/media-probe.ts'
import { readCall } from '../../../api/queries.ts'
import { credentialsFor, inSegments, loadMedia, whyUnplayable } from '../../../shared/media.ts'
import type { ReviewVideo } from './types.ts'

/*
 * A video element with its address and loading state. It lives outside of React, so that the next
 * video can load before there is a component to show it.
 */

type LoadState = 'fetching' | 'loading' | 'ready' | 'noLink' | 'broken'

export interface VideoSource {
  readonly key: string
  readonly video: HTMLVideoElement
  /** Starts loading the file. Before that only its link is fetched. */
  load(): void
  state(): LoadState
  /** Why it is broken, if that is known. */
  trouble(): Trouble | undefined
  address(): MediaAddress | undefined
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

function corsFor(url: URL): MediaAddress['cors'] {
  if (url.origin === location.origin || hostsWithoutCors.has(url.origin)) return null
  return credentialsFor(url)
}

const isSameOrigin = ({ href }: MediaAddress) => new URL(href).origin === location.origin

const nameOf = ({ link, id }: ReviewVideo) => `${link.path}#${id}`
export const keyOf = (video: ReviewVideo) => `${nameOf(video)} ${video.version ?? 1}`

/** Of each video: the version whose link was fetched last. */
const linkedVersions = new Map<string, number>()

/** The link of another version is not used again. */
function maxAgeOf(video: ReviewVideo): number {
  const [name, version] = [nameOf(video), video.version ?? 1]
  const before = linkedVersions.get(name) ?? version
  linkedVersions.set(name, version)
  return before === version ? linkMaxAgeMs : 0
}

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
): Promise<MediaAddress | 'noLink' | 'broken'> {
  try {
    const { data } = await readCall(link, { id }, maxAgeMs)
    const url = apiAddress(data)
    return url ? { href: url.href, cors: corsFor(url), segments: inSegments(url) } : 'broken'
  } catch {
    return 'noLink'
  }
}

/** When the same video is loaded again. */
function keepPosition(video: HTMLVideoElement) {
  const position = video.currentTime
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
  let address: MediaAddress | undefined
  let shouldPlay = false
  let shouldLoad = false
  let linkRenewedAt = Number.NEGATIVE_INFINITY
  /** Only the latest fetch counts. */
  let fetches = 0
  let trouble: Trouble | undefined
  let stopLoading = () => {}

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
    trouble = undefined
    keepPosition(video)
    stopLoading()
    stopLoading = loadMedia(video, address, { onTrouble: (found) => void fail(found) })
  }
  function fail(found: Trouble | 'segments') {
    if (found === 'segments') {
      address = address && { ...address, segments: true }
      return start()
    }
    // A link may expire during a review: fetch a new one, but at most once a minute. A film that the probe
    // could read looks like one whose codec is unknown, also where only the first request failed.
    const mayPass = ['expired', 'unreachable', 'codec'].includes(found)
    if (mayPass && performance.now() - linkRenewedAt > linkMaxAgeMs) return renewLink()
    trouble = found
    state.set('broken')
  }
  async function onError() {
    if (!address || !video.hasAttribute('src')) return
    if (address.cors && !address.segments && video.readyState === 0) {
      hostsWithoutCors.add(new URL(address.href).origin)
      address = { ...address, cors: null }
      return start()
    }
    const failed = address
    const found = await whyUnplayable(video, failed)
    if (address === failed && shouldLoad) fail(found)
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
  void fetchLink(maxAgeOf(reviewVideo))

  return {
    key: keyOf(reviewVideo),
    video,
    load() {
      if (shouldLoad) return
      shouldLoad = true
      start()
    },
    state: state.get,
    trouble: () => trouble,
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
      stopLoading()
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
