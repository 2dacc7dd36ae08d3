/* Finds out what is wrong with a film that does not play. Loaded when one does not. */

/** Why a film does not play, as far as it can be found out. */
export type Trouble =
  | 'missing'
  | 'expired'
  | 'unreachable'
  | 'broken'
  | 'codec'
  | 'playlist'
  /** The part of the app that plays films in segments could not be loaded. */
  | 'player'
  | 'unknown'

export interface MediaAddress {
  href: string
  /** For a file on another origin. Without CORS its frames cannot be read. */
  cors: 'anonymous' | 'use-credentials' | null
  /** It is in segments, which this browser cannot play by itself. */
  segments: boolean
}

/** Containers that no browser reads, or not every one; by their first bytes in hexadecimal. */
const unusualContainers =
  /^(52494646.{8}41564920|464c56|3026b275|000001ba|000001b3|47.{374}47|2e524d46)/
const usualContainers = /^(.{8}66747970|.{8}6d6f6f76|1a45dfa3|4f676753)/
const isoContainer = /^.{8}66747970/
/** As browsers say that they know the container, and none of what is in it. */
const saysCodec = /NO_SUPPORTED_STREAMS|NOT_SUPPORTED_ERR|unsupported codec/i
const saysBroken = /COULD_NOT_OPEN|COULD_NOT_PARSE|METADATA_ERR|DEMUXER_ERR/i

const probeBytes = 4096
const probeTimeoutMs = 8000

async function firstBytes(response: Response): Promise<Uint8Array> {
  const reader = response.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  void reader?.cancel()
  return value?.subarray(0, probeBytes) ?? new Uint8Array()
}

const hexOf = (bytes: Uint8Array) =>
  [...bytes.subarray(0, 400)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

function sizeOf({ headers, status }: Response): number {
  const size =
    status === 206 ? headers.get('content-range')?.split('/')[1] : headers.get('content-length')
  return Number(size ?? Number.NaN)
}

/** An MP4 file is boxes that say how long they are: one that is longer than the file was cut off. */
function isCut(bytes: Uint8Array, size: number): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 16 <= bytes.length; ) {
    const short = view.getUint32(at)
    const length = short === 1 ? Number(view.getBigUint64(at + 8)) : short
    if (length < 8) return false
    at += length
    if (at > size) return true
  }
  return false
}

async function troubleOf(
  response: Response,
  { code, message }: { code: number; message: string },
): Promise<Trouble | 'segments'> {
  const { status, ok } = response
  if ([204, 404, 410].includes(status)) return 'missing'
  if (status === 422) return 'playlist'
  const bytes = await firstBytes(response)
  const text = new TextDecoder().decode(bytes)
  // A bucket says so in a document, with 403 where it may not be listed.
  if (!ok && text.includes('<Code>NoSuchKey</Code>')) return 'missing'
  if ([401, 403].includes(status)) return 'expired'
  if (!ok && status !== 416) return 'unreachable'
  if (text.replace(/^\uFEFF/, '').startsWith('#EXTM3U')) return 'segments'
  const hex = hexOf(bytes)
  if (isoContainer.test(hex) && isCut(bytes, sizeOf(response))) return 'broken'
  if (saysCodec.test(message) || unusualContainers.test(hex)) return 'codec'
  const isBroken = saysBroken.test(message) || code === MediaError.MEDIA_ERR_DECODE
  return isBroken || !usualContainers.test(hex) ? 'broken' : 'codec'
}

/**
 * Asks for the first bytes: a media element says that it failed, and hardly ever why. `segments` if the
 * film is a playlist after all.
 */
export async function findTrouble(
  video: HTMLVideoElement,
  { href, cors, segments }: MediaAddress,
): Promise<Trouble | 'segments'> {
  // The element got the film from our script: what it cannot decode is damaged.
  if (segments) return 'broken'
  const { code = 0, message = '' } = video.error ?? {}
  const known = {
    headers: { range: `bytes=0-${probeBytes - 1}` },
    credentials: cors === 'use-credentials' ? 'include' : 'same-origin',
    signal: AbortSignal.timeout(probeTimeoutMs),
  } as const
  try {
    return await troubleOf(await fetch(href, known), { code, message })
  } catch {
    // Also another host that does not allow its files to be read: then the element's word is all there is.
    if (new URL(href).origin === location.origin) return 'unreachable'
    if (saysCodec.test(message)) return 'codec'
    return code === MediaError.MEDIA_ERR_DECODE || saysBroken.test(message)
      ? 'broken'
      : 'unreachable'
  }
}
