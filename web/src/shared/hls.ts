import Hls, { type ErrorData, ErrorDetails, ErrorTypes } from 'hls.js/light'
import type { MediaAddress, Trouble } from '../api/media-probe.ts'

/* Films in segments, for browsers that cannot play them by themselves. Loaded when one is opened. */

const codecErrors: string[] = [
  ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR,
  ErrorDetails.BUFFER_ADD_CODEC_ERROR,
  ErrorDetails.BUFFER_INCOMPATIBLE_CODECS_ERROR,
]
const listErrors: string[] = [
  ErrorDetails.MANIFEST_PARSING_ERROR,
  ErrorDetails.LEVEL_EMPTY_ERROR,
  ErrorDetails.LEVEL_PARSING_ERROR,
]

function troubleOf({ type, details, response }: ErrorData): Trouble {
  const status = response?.code ?? 0
  if (status === 422 || listErrors.includes(details)) return 'playlist'
  if ([404, 410].includes(status)) return 'missing'
  if ([401, 403].includes(status)) return 'expired'
  if (codecErrors.includes(details) || type === ErrorTypes.KEY_SYSTEM_ERROR) return 'codec'
  return type === ErrorTypes.NETWORK_ERROR ? 'unreachable' : 'broken'
}

interface Segments {
  /** A few small frames are wanted, not a film to look at. */
  small?: boolean
  onTrouble: (trouble: Trouble) => void
}

/** Returns how to stop. */
export function playSegments(
  video: HTMLVideoElement,
  { href, cors }: MediaAddress,
  { small = false, onTrouble }: Segments,
): () => void {
  const hls = new Hls({
    // A worker would be made of a blob, which the content policy does not allow to run.
    enableWorker: false,
    maxBufferLength: small ? 1 : 20,
    maxMaxBufferLength: small ? 2 : 60,
    backBufferLength: small ? 0 : 60,
    xhrSetup: (request, address) => {
      const isOurs = new URL(address).origin === new URL(href).origin
      request.withCredentials = isOurs && cors === 'use-credentials'
    },
  })
  let repaired = false
  hls.on(Hls.Events.ERROR, (_, data) => {
    if (!data.fatal) return
    const trouble = troubleOf(data)
    if (trouble === 'broken' && data.type === ErrorTypes.MEDIA_ERROR && !repaired) {
      repaired = true
      return hls.recoverMediaError()
    }
    hls.stopLoad()
    onTrouble(trouble)
  })
  hls.on(Hls.Events.MANIFEST_PARSED, (_, { audioTracks = [] }) => {
    if (small) hls.autoLevelCapping = 0
    // This build of the library plays no sound that is in files of its own.
    video.dataset.soundApart = String(audioTracks.some(({ url }) => url !== ''))
  })
  hls.loadSource(href)
  hls.attachMedia(video)
  return () => hls.destroy()
}
