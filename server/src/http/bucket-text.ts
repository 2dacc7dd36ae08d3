import { longestPlaylist } from '../domain/media.ts'
import { Refusal } from '../refusal.ts'

const readTimeoutMs = 5000

/** By a link that we have signed, from the bucket and from nowhere it might lead us to. */
export async function readBucketText(link: string): Promise<string> {
  const unavailable = (cause: unknown) => {
    throw new Refusal('media_unavailable', {}, { retryAfter: 5, cause })
  }
  const signal = AbortSignal.timeout(readTimeoutMs)
  const response = await fetch(link, { redirect: 'error', signal }).catch(unavailable)
  if (response.ok) {
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of response.body ?? []) {
      parts.push(part)
      size += part.length
      if (size > longestPlaylist) throw new Refusal('bad_playlist')
    }
    return Buffer.concat(parts).toString()
  }
  await response.body?.cancel()
  // A bucket that may not be listed answers 403 for what is not there.
  if ([403, 404].includes(response.status)) throw new Refusal('no_route')
  return unavailable(new Error(`the bucket answered ${response.status}`))
}
