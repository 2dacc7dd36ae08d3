import { createHmac, timingSafeEqual } from 'node:crypto'
import { realpath, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { Refusal } from '../refusal.ts'

/** Where files are, as far as anybody needs to know: somewhere that hands out links that expire. */
export interface MediaStore {
  /** An address that plays one file for one viewer, for a while. */
  link(name: string, sessionId: string): Promise<string>
  /** An address of a picture where it is not served from our own folder. */
  pictureLink(name: string): Promise<string | undefined>
  /** The same of a playlist, and of a segment or key that one names. */
  partLink(name: string): Promise<string | undefined>
}

const longestKey = 1024
/** Of a film of many hours. */
export const longestPlaylist = 4 * 2 ** 20

/**
 * A file's key in the store: any text that PostgreSQL can hold, as object stores allow it, as long as no part
 * of it leads elsewhere. A full address is no key: it has an empty part.
 */
export function isMediaKey(key: string): boolean {
  if (key === '' || Buffer.byteLength(key) > longestKey || key.includes('\0')) return false
  if (key.split('/').includes('')) return false
  return key.split(/[\\/]/).every((part) => part !== '.' && part !== '..')
}

/** A key as a part of an address. */
const asPath = (key: string) => key.split('/').map(encodeURIComponent).join('/')

const types: Record<string, string> = {
  webm: 'video/webm',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
  ogv: 'video/ogg',
  mpg: 'video/mpeg',
  mpeg: 'video/mpeg',
  avi: 'video/x-msvideo',
  '3gp': 'video/3gpp',
  m3u8: 'application/vnd.apple.mpegurl',
  m3u: 'application/vnd.apple.mpegurl',
  mpd: 'application/dash+xml',
  ts: 'video/mp2t',
  m4s: 'video/iso.segment',
  cmfv: 'video/mp4',
  cmfa: 'audio/mp4',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  avif: 'image/avif',
}

/** From our own list, never from the file's uploader; undefined where the ending says nothing. */
export function mediaType(key: string): string | undefined {
  const ending = key.slice(key.lastIndexOf('.') + 1).toLowerCase()
  return Object.hasOwn(types, ending) ? types[ending] : undefined
}

/** A playlist (HLS): the addresses in it have to be signed as well. */
export const isPlaylistType = (type: string | undefined) => type === 'application/vnd.apple.mpegurl'

/** How files begin whose names say nothing; in hexadecimal, where two dots are any byte. */
const beginnings: [string, string][] = [
  ['........6674797071742020', 'video/quicktime'],
  ['........6674797061766966', 'image/avif'],
  ['........66747970', 'video/mp4'],
  ['1a45dfa3', 'video/webm'],
  ['4f676753', 'video/ogg'],
  ['234558544d3355', 'application/vnd.apple.mpegurl'],
  ['52494646........57454250', 'image/webp'],
  ['89504e470d0a1a0a', 'image/png'],
  ['ffd8ff', 'image/jpeg'],
  ['47494638', 'image/gif'],
]

/** What a file is by its first bytes; undefined: nothing that we serve. */
export function typeOfBytes(first: Buffer): string | undefined {
  const hex = first.toString('hex')
  return beginnings.find(([begins]) => new RegExp(`^${begins}`).test(hex))?.[1]
}

/** What a link is good for: a whole film, a playlist, or what a playlist names. */
export type LinkScope = 'film' | 'list' | 'part'

function signatureOf(
  key: Buffer,
  name: string,
  expires: number,
  sessionId: string,
  scope: LinkScope,
): string {
  return createHmac('sha256', key)
    .update(`${name}\n${expires}\n${sessionId}`)
    .update(scope === 'film' ? '' : `\n${scope}`)
    .digest('base64url')
}

export function isSigned(
  key: Buffer,
  name: string,
  { e: expires, s: signature }: { e?: string | undefined; s?: string | undefined },
  sessionId: string,
  scope: LinkScope = 'film',
): boolean {
  if (!expires || !/^\d{10}$/.test(expires) || !signature || !/^[\w-]{43}$/.test(signature))
    return false
  // As text: the last character has spare bits, and another spelling of them is another signature.
  const right = signatureOf(key, name, Number(expires), sessionId, scope)
  const same = timingSafeEqual(Buffer.from(signature), Buffer.from(right))
  return same && Number(expires) > Date.now() / 1000
}

interface Signed {
  name: string
  sessionId: string
  scope: LinkScope
  seconds: number
}

/** An address of ours that works for one session, for a while. */
export function signedPath(key: Buffer, { name, sessionId, scope, seconds }: Signed): string {
  const expires = Math.floor(Date.now() / 1000) + seconds
  const signature = signatureOf(key, name, expires, sessionId, scope)
  const purpose = scope === 'film' ? '' : `&p=${scope}`
  return `/media/${asPath(name)}?e=${expires}&s=${signature}${purpose}`
}

export function localStore(key: Buffer, seconds: number, origin: string): MediaStore {
  return {
    async link(name, sessionId) {
      const scope = isPlaylistType(mediaType(name)) ? 'list' : 'film'
      return origin + signedPath(key, { name, sessionId, scope, seconds })
    },
    pictureLink: async () => undefined,
    partLink: async () => undefined,
  }
}

/**
 * Removes a file from the folder of the local store; undefined where files are in a bucket, which is the
 * platform's own. One that is missing is gone already.
 */
export function fileRemover({ store, dir, prefix }: Config['media']) {
  if (store !== 'local') return undefined
  return async (key: string): Promise<void> => {
    if (!isMediaKey(key)) return
    try {
      const path = join(await realpath(dir), `${prefix}${key}`)
      // A link could lead out of the folder.
      if ((await realpath(path)) === path) await unlink(path)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? ''
      if (!['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(code)) throw error
    }
  }
}

/**
 * The clocks of two machines differ. A link is signed as if minutes ago and is good for as many longer, so
 * that the store takes it for valid whichever clock is ahead.
 */
const clockSkewSeconds = 300

/** The SDK is large and most installations have no bucket: it is loaded when one is configured. */
export async function openBucket({
  region,
  endpoint,
  pathStyle,
  accessKey,
  secretKey,
  sessionToken,
}: Config['media']['s3']) {
  const commands = await import('@aws-sdk/client-s3')
  const client = new commands.S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint && { endpoint }),
    ...(accessKey && secretKey
      ? {
          credentials: {
            accessKeyId: accessKey,
            secretAccessKey: secretKey,
            ...(sessionToken && { sessionToken }),
          },
        }
      : {}),
  })
  return { client, commands }
}

export async function s3Store(
  s3: Config['media']['s3'],
  seconds: number,
  prefix: string,
): Promise<MediaStore> {
  const [{ client, commands }, { getSignedUrl }] = await Promise.all([
    openBucket(s3),
    import('@aws-sdk/s3-request-presigner'),
  ])
  const sign = withTimeout((key: string) =>
    getSignedUrl(
      client,
      new commands.GetObjectCommand({
        Bucket: s3.bucket,
        Key: `${prefix}${key}`,
        // Without a type of ours the object keeps the one that it was stored with.
        ResponseContentType: mediaType(key),
      }),
      {
        expiresIn: seconds + 2 * clockSkewSeconds,
        signingDate: new Date(Date.now() - clockSkewSeconds * 1000),
      },
    ),
  )
  return {
    link: (key) => sign(key),
    pictureLink: (key) => sign(`pictures/${key}`),
    partLink: (key) => sign(key),
  }
}

const signTimeoutMs = 2000
const retryAfterMs = 5000

/**
 * Signing sends no request, unless the keys come from the SDK's own chain: that source may be slow or
 * unavailable. After one failure it is not tried again for a while.
 */
function withTimeout<Args extends unknown[]>(sign: (...args: Args) => Promise<string>) {
  let retryAt = 0
  return async (...args: Args): Promise<string> => {
    const more = { retryAfter: retryAfterMs / 1000 }
    if (performance.now() < retryAt) throw new Refusal('media_unavailable', {}, more)
    const late = AbortSignal.timeout(signTimeoutMs)
    const tooLate = new Promise<never>((_, reject) => {
      late.onabort = () => reject(late.reason)
    })
    try {
      return await Promise.race([sign(...args), tooLate])
    } catch (cause) {
      retryAt = performance.now() + retryAfterMs
      throw new Refusal('media_unavailable', {}, { ...more, cause })
    }
  }
}

/** Without a public address a local link is a path, which the client reads against our host. */
export async function openMediaStore(config: Config, key: Buffer): Promise<MediaStore> {
  const { store, s3, linkSeconds, prefix } = config.media
  const ours = localStore(key, linkSeconds, config.publicUrl?.origin ?? '')
  if (store !== 's3') return ours
  const bucket = await s3Store(s3, linkSeconds, prefix)
  // A playlist comes from us also then: the addresses in it have to be signed.
  const link: MediaStore['link'] = (name, sessionId) =>
    (isPlaylistType(mediaType(name)) ? ours : bucket).link(name, sessionId)
  return { ...bucket, link }
}

/** A full https address on a host that the operator allows, as it may be given to a browser. */
export function allowedAddress(hosts: readonly string[], address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  const plain = url.protocol === 'https:' && !url.username && !url.password
  return plain && hosts.includes(url.host) ? url.href : undefined
}

/** A full https address passes through where its host is allowed; we never fetch it ourselves. */
export async function linkTo(
  store: MediaStore,
  allowedHosts: readonly string[],
  media: string | null,
  sessionId: string,
): Promise<string> {
  if (media && isMediaKey(media)) return store.link(media, sessionId)
  const elsewhere = media && allowedAddress(allowedHosts, media)
  if (elsewhere) return elsewhere
  throw new Refusal('no_video_file')
}
