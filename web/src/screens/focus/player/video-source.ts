import { apiAddress, config } from '../../../api/config.ts'
import { readCall } from '../../../api/queries.ts'
import type { QueueItem } from './types.ts'

/*
 * One video with its element, its address and what became of both. It lives outside of React so that
 * the next one can load before there is anything to show it.
 */

type Standing = 'fetching' | 'loading' | 'ready' | 'noLink' | 'broken'

export interface Address {
  href: string
  /** How the file is asked for where it lies elsewhere: without it its pictures cannot be read. */
  cors: 'anonymous' | 'use-credentials' | null
}

export interface Reel {
  readonly key: string
  readonly video: HTMLVideoElement
  /** Until the first call of it nothing but the link is fetched. */
  load(): void
  standing(): Standing
  address(): Address | undefined
  /** False: the host shows its video, and lets nobody read it. */
  isReadable(): boolean
  subscribe(listener: () => void): () => void
  play(): void
  pause(): void
  again(): void
  drop(): void
}

/** As long as the list's player trusts an address. */
const fresh = 60_000

/** Hosts that refused to have their files read: asked once each. */
const closedHosts = new Set<string>()

function corsFor(url: URL): Address['cors'] {
  if (url.origin === location.origin) return null
  // Our own server elsewhere knows the viewer by its cookie; a bucket must not get one.
  const ours = config().host !== '' && url.origin === apiAddress('/')?.origin
  return ours ? 'use-credentials' : 'anonymous'
}

export const keyOf = ({ link, id }: QueueItem) => `${link.path}#${id}`

function makeVideo(item: QueueItem): HTMLVideoElement {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  video.disablePictureInPicture = true
  if (item.poster) video.poster = item.poster
  return video
}

export function createReel(item: QueueItem): Reel {
  const video = makeVideo(item)
  const listeners = new Set<() => void>()
  let standing: Standing = 'fetching'
  let address: Address | undefined
  let wanted = false
  let loading = false
  let renewed = Number.NEGATIVE_INFINITY
  /** Answers of an earlier question come too late. */
  let asked = 0

  function become(now: Standing) {
    if (standing === now) return
    standing = now
    for (const listener of listeners) listener()
  }

  async function fetchLink(age: number) {
    const question = ++asked
    become('fetching')
    const found = await readCall(item.link, { id: item.id }, age).then(
      ({ data }) => apiAddress(data),
      () => null,
    )
    if (question !== asked) return
    if (!found) return become(found === null ? 'noLink' : 'broken')
    const cors = closedHosts.has(found.origin) ? null : corsFor(found)
    address = { href: found.href, cors }
    if (loading) start()
  }

  function start() {
    if (!address) return
    const at = video.currentTime
    become('loading')
    video.crossOrigin = address.cors
    video.src = address.href
    if (at > 0) video.addEventListener('loadedmetadata', () => seek(at), { once: true })
  }
  const seek = (time: number) => {
    video.currentTime = time
  }

  function fail() {
    if (!address || !video.hasAttribute('src')) return
    if (address.cors && video.readyState === 0) {
      closedHosts.add(new URL(address.href).origin)
      address = { ...address, cors: null }
      return start()
    }
    // An address expires while a reviewer thinks: a new one is asked for, but not for ever.
    if (performance.now() - renewed > fresh) {
      renewed = performance.now()
      return void fetchLink(0)
    }
    become('broken')
  }

  const play = () => {
    wanted = true
    void video.play().catch(() => {})
  }
  video.addEventListener('error', fail)
  video.addEventListener('loadeddata', () => {
    become('ready')
    if (wanted) play()
  })
  void fetchLink(fresh)

  return {
    key: keyOf(item),
    video,
    load() {
      if (loading) return
      loading = true
      start()
    },
    standing: () => standing,
    address: () => address,
    isReadable: () =>
      !address || address.cors !== null || new URL(address.href).origin === location.origin,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    play,
    pause() {
      wanted = false
      video.pause()
    },
    again() {
      renewed = performance.now()
      void fetchLink(0)
    },
    drop() {
      asked++
      wanted = false
      loading = false
      video.removeAttribute('src')
      video.load()
    },
  }
}
