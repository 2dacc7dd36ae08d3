import { allowedAddress, isMediaKey } from './media.ts'

/*
 * HLS playlists (RFC 8216). Who uploads a film writes its playlist, so nothing of it reaches a browser
 * unread: lines that we know are kept, all others are left out, and each address is replaced by one that
 * we sign, or is on a host that the operator allows.
 */

/** What an address in a playlist is: another playlist, or bytes (a segment, a key, a start of segments). */
type PlaylistEntry = 'list' | 'part'

/** A film of 11 hours in segments of 2 s; each entry is signed, which takes a few microseconds. */
const maxEntries = 20_000

/** Tags without an address. Left out are those that name more files in ways of their own. */
const plainTags =
  /^#EXT-X-(VERSION:\d+|TARGETDURATION:\d+|MEDIA-SEQUENCE:\d+|DISCONTINUITY-SEQUENCE:\d+|DISCONTINUITY|ENDLIST|PLAYLIST-TYPE:(EVENT|VOD)|I-FRAMES-ONLY|INDEPENDENT-SEGMENTS|GAP|BITRATE:\d+|BYTERANGE:\d+(@\d+)?|PROGRAM-DATE-TIME:[\w:.+-]+|START:[\w.,=-]+)$/

/** Tags with a list of attributes, of which `URI` is an address; and what it leads to. */
const attributeTags: Record<string, PlaylistEntry> = {
  '#EXT-X-STREAM-INF': 'list',
  '#EXT-X-I-FRAME-STREAM-INF': 'list',
  '#EXT-X-MEDIA': 'list',
  '#EXT-X-KEY': 'part',
  '#EXT-X-SESSION-KEY': 'part',
  '#EXT-X-MAP': 'part',
}

interface Rewriting {
  /** The playlist's own key. */
  key: string
  allowedHosts: readonly string[]
  sign: (key: string, entry: PlaylistEntry) => string
}

class BadPlaylist extends Error {}

/** The key that a relative address leads to: below the playlist's own folder, without a way up. */
function keyOf(playlist: string, address: string): string {
  const [path = ''] = address.split(/[?#]/, 1)
  const parts = path.replace(/^(\.\/)+/, '').split('/')
  const names = parts.map((part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      throw new BadPlaylist(address)
    }
  })
  // A slash that was written as %2F would be one more folder.
  if (names.some((name) => /[\\/]/.test(name))) throw new BadPlaylist(address)
  const folder = playlist.slice(0, playlist.lastIndexOf('/') + 1)
  const key = folder + names.join('/')
  if (names.includes('') || !isMediaKey(key)) throw new BadPlaylist(address)
  return key
}

function rewriteAddress(address: string, entry: PlaylistEntry, how: Rewriting): string {
  // Also `javascript:`, `data:` and `skd:`: what has a scheme is no key.
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) {
    const allowed = allowedAddress(how.allowedHosts, address)
    if (!allowed) throw new BadPlaylist(address)
    return allowed
  }
  return how.sign(keyOf(how.key, address), entry)
}

const attribute = /\s*([A-Z0-9-]+)=("[^"]*"|[^",\s]+)\s*(,|$)/y

/** Read to the end and written anew: a player that reads them otherwise finds nothing else. */
function rewriteAttributes(written: string, entry: PlaylistEntry, how: Rewriting): string {
  const found: string[] = []
  attribute.lastIndex = 0
  while (attribute.lastIndex < written.length) {
    const [, name, value = ''] = attribute.exec(written) ?? []
    if (name === undefined) throw new BadPlaylist(written)
    if (name !== 'URI') found.push(`${name}=${value}`)
    else if (value.startsWith('"'))
      found.push(`URI="${rewriteAddress(value.slice(1, -1), entry, how)}"`)
    else throw new BadPlaylist(written)
  }
  return found.join(',')
}

function rewriteTag(line: string, how: Rewriting): string | undefined {
  if (plainTags.test(line)) return line
  const [, seconds] = /^#EXTINF:\s*(\d+(?:\.\d+)?)\s*(?:,|$)/.exec(line) ?? []
  if (seconds !== undefined) return `#EXTINF:${seconds},`
  const colon = line.indexOf(':')
  const name = line.slice(0, colon)
  const entry = Object.hasOwn(attributeTags, name) ? attributeTags[name] : undefined
  return entry && `${name}:${rewriteAttributes(line.slice(colon + 1), entry, how)}`
}

/** Undefined where it is no playlist, or one that leads elsewhere. */
export function rewritePlaylist(text: string, how: Rewriting): string | undefined {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
  if (lines.shift() !== '#EXTM3U') return undefined
  let entries = 0
  const counted: Rewriting = {
    ...how,
    sign(key, entry) {
      if (++entries > maxEntries) throw new BadPlaylist('too many entries')
      return how.sign(key, entry)
    },
  }
  const written = ['#EXTM3U']
  try {
    for (const line of lines) {
      const isTag = line.startsWith('#')
      const next: PlaylistEntry = written.at(-1)?.startsWith('#EXT-X-STREAM-INF:') ? 'list' : 'part'
      const kept = isTag ? rewriteTag(line, counted) : line && rewriteAddress(line, next, counted)
      if (kept) written.push(kept)
    }
  } catch (error) {
    if (error instanceof BadPlaylist) return undefined
    throw error
  }
  return `${written.join('\n')}\n`
}
