import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config.ts'
import { Refusal } from '../refusal.ts'

/** Where files are, as far as anybody needs to know: somewhere that hands out links that expire. */
export interface MediaStore {
  /** An address that plays one file for one viewer, for a while. */
  link(name: string, sessionId: string): Promise<string>
  /** An address of a picture where it is not served from our own folder. */
  pictureLink(name: string): Promise<string | undefined>
}

/** A file's name in the store: no folders, no dots but the one before its ending. */
export const mediaName = /^[a-z0-9][a-z0-9-]{0,120}\.[a-z0-9]{2,4}$/

const types: Record<string, string> = {
  webm: 'video/webm',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  ogv: 'video/ogg',
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  avif: 'image/avif',
}

/** From our own list, never from the file or its uploader; undefined: not served. */
export function mediaType(name: string): string | undefined {
  return types[name.slice(name.lastIndexOf('.') + 1)]
}

function signatureOf(key: Buffer, name: string, expires: number, sessionId: string): Buffer {
  return createHmac('sha256', key).update(`${name}\n${expires}\n${sessionId}`).digest()
}

export function isSigned(
  key: Buffer,
  name: string,
  { e: expires, s: signature }: { e?: string | undefined; s?: string | undefined },
  sessionId: string,
): boolean {
  if (!expires || !/^\d{10}$/.test(expires) || !signature || !/^[\w-]{43}$/.test(signature))
    return false
  // As text: the last character has spare bits, and another spelling of them is another signature.
  const right = signatureOf(key, name, Number(expires), sessionId).toString('base64url')
  const same = timingSafeEqual(Buffer.from(signature), Buffer.from(right))
  return same && Number(expires) > Date.now() / 1000
}

export function localStore(key: Buffer, seconds: number, origin: string): MediaStore {
  return {
    async link(name, sessionId) {
      const expires = Math.floor(Date.now() / 1000) + seconds
      const signature = signatureOf(key, name, expires, sessionId).toString('base64url')
      return `${origin}/media/${name}?e=${expires}&s=${signature}`
    },
    async pictureLink() {
      return undefined
    },
  }
}

/** The SDK is large and most installations have no bucket: it is loaded when one is configured. */
export async function s3Store(
  { bucket, region, endpoint, accessKey, secretKey }: Config['media']['s3'],
  seconds: number,
): Promise<MediaStore> {
  const [{ GetObjectCommand, S3Client }, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ])
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(accessKey && secretKey
      ? { credentials: { accessKeyId: accessKey, secretAccessKey: secretKey } }
      : {}),
  })
  const sign = withTimeout((name: string, folder: string) =>
    getSignedUrl(
      client,
      new GetObjectCommand({
        Bucket: bucket,
        Key: `${folder}${name}`,
        ResponseContentType: mediaType(name),
      }),
      { expiresIn: seconds },
    ),
  )
  return {
    link: (name) => sign(name, ''),
    pictureLink: (name) => sign(name, 'pictures/'),
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
  const { store, s3, linkSeconds } = config.media
  return store === 's3'
    ? s3Store(s3, linkSeconds)
    : localStore(key, linkSeconds, config.publicUrl?.origin ?? '')
}

/** A full https address passes through where its host is allowed; we never fetch it ourselves. */
export async function linkTo(
  store: MediaStore,
  allowedHosts: readonly string[],
  media: string | null,
  sessionId: string,
): Promise<string> {
  if (media && mediaName.test(media) && mediaType(media)) return store.link(media, sessionId)
  if (media && URL.canParse(media)) {
    const url = new URL(media)
    const plain = url.protocol === 'https:' && !url.username && !url.password
    if (plain && allowedHosts.includes(url.host)) return url.href
  }
  throw new Refusal('no_video_file')
}
