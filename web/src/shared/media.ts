import { apiAddress, config } from '../api/config.ts'
import type { MediaAddress, Trouble } from '../api/media-probe.ts'

/* Loads a film into a video element. */

/** Our own server on another origin identifies the viewer by cookie; a bucket must not get one. */
export const credentialsFor = ({ origin }: URL): 'anonymous' | 'use-credentials' =>
  config().host !== '' && origin === apiAddress('/')?.origin ? 'use-credentials' : 'anonymous'

const playlistType = 'application/vnd.apple.mpegurl'
const playsPlaylists = () => document.createElement('video').canPlayType(playlistType) !== ''
const canFeed = () => 'MediaSource' in window || 'ManagedMediaSource' in window

export const inSegments = ({ pathname, searchParams }: URL): boolean =>
  (/\.m3u8?$/i.test(pathname) || searchParams.get('p') === 'list') && !playsPlaylists()

interface Loading {
  small?: boolean
  /** Not for what the element itself reports by its `error` event. */
  onTrouble: (trouble: Trouble) => void
}

/** Returns how to stop and unload. */
export function loadMedia(
  video: HTMLVideoElement,
  address: MediaAddress,
  { small, onTrouble }: Loading,
): () => void {
  const empty = () => {
    video.removeAttribute('src')
    video.load()
  }
  if (!address.segments) {
    video.crossOrigin = address.cors
    video.src = address.href
    return empty
  }
  if (!canFeed()) {
    onTrouble('codec')
    return empty
  }
  let wanted = true
  let stop = () => {}
  import('./hls.ts').then(
    ({ playSegments }) => {
      if (wanted) stop = playSegments(video, address, { small: small ?? false, onTrouble })
    },
    () => wanted && onTrouble('player'),
  )
  return () => {
    wanted = false
    stop()
    empty()
  }
}

/** `segments` if the film is a playlist after all. */
export async function whyUnplayable(
  video: HTMLVideoElement,
  address: MediaAddress,
): Promise<Trouble | 'segments'> {
  try {
    const { findTrouble } = await import('../api/media-probe.ts')
    return await findTrouble(video, address)
  } catch {
    return 'unknown'
  }
}
