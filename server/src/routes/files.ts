import type { FastifyReply } from 'fastify'
import {
  isMediaKey,
  isPlaylistType,
  isSigned,
  type LinkScope,
  longestPlaylist,
  mediaType,
  signedPath,
} from '../domain/media.ts'
import { rewritePlaylist } from '../domain/playlists.ts'
import { readBucketText } from '../http/bucket-text.ts'
import { readPlaylistFile, sendFile, typeOfFile } from '../http/files.ts'
import { sessionOf } from '../http/guard.ts'
import type { Policy } from '../http/policy.ts'
import { Refusal } from '../refusal.ts'
import type { Context } from './context.ts'

/** A browser loads pictures and films by itself: with its cookie, but without our header. */
const viewers: Policy = { access: 'session', needs: 'session', bearer: 'none' }

/** Films in parts of their own, and what they are decrypted with: bytes of any kind, never a page. */
const anyBytes = { types: /^/, otherwise: 'application/octet-stream' }
const filmsAndPictures = { types: /^(video|application|image)\// }

interface FileQuery {
  e?: string
  s?: string
  /** What the link is good for; a film where it is absent. */
  p?: string
}

const scopeOf = ({ p }: FileQuery): LinkScope => (p === 'list' || p === 'part' ? p : 'film')

async function sendPlaylist(
  { config, media, mediaKey }: Context,
  reply: FastifyReply,
  { key, sessionId }: { key: string; sessionId: string },
): Promise<FastifyReply> {
  const { dir, prefix, hosts, linkSeconds } = config.media
  const elsewhere = await media.partLink(key)
  const text = elsewhere
    ? await readBucketText(elsewhere)
    : await readPlaylistFile(dir, `${prefix}${key}`, longestPlaylist)
  if (text === undefined) throw new Refusal('no_route')
  // A player asks for them throughout the film; they work for this session only.
  const seconds = Math.max(linkSeconds, config.sessionHours * 3600)
  const sign = (name: string, scope: LinkScope) =>
    signedPath(mediaKey, { name, sessionId, scope, seconds })
  const written = rewritePlaylist(text, { key, allowedHosts: hosts, sign })
  if (written === undefined) throw new Refusal('bad_playlist')
  return reply
    .headers({
      'content-type': 'application/vnd.apple.mpegurl',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    .send(written)
}

export function fileRoutes(context: Context): void {
  const { app, config, media, mediaKey } = context
  const { dir, prefix, linkSeconds, store } = config.media
  app.route<{ Params: { '*': string }; Querystring: FileQuery }>({
    method: ['GET', 'HEAD'],
    url: '/media/*',
    config: { policy: viewers },
    handler: async (request, reply) => {
      const { '*': key } = request.params
      if (!isMediaKey(key)) throw new Refusal('no_route')
      const scope = scopeOf(request.query)
      const sessionId = sessionOf(request).id
      // Another person's link, an expired one or an altered one: the response is the same.
      if (!isSigned(mediaKey, key, request.query, sessionId, scope)) throw new Refusal('forbidden')
      const name = `${prefix}${key}`
      // Only its first bytes tell that a film without a known ending is a playlist.
      const isUnnamed = scope === 'film' && store === 'local' && !mediaType(key)
      const isList = scope === 'list' || (isUnnamed && isPlaylistType(await typeOfFile(dir, name)))
      if (isList) return sendPlaylist(context, reply, { key, sessionId })
      const elsewhere = scope === 'part' ? await media.partLink(key) : undefined
      if (elsewhere) return reply.redirect(elsewhere, 302)
      const types = scope === 'part' ? anyBytes : filmsAndPictures
      return sendFile(request, reply, { folder: dir, name, maxAge: linkSeconds, ...types })
    },
  })

  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/pictures/*',
    config: { policy: viewers },
    handler: async (request, reply) => {
      const { '*': key } = request.params
      if (!isMediaKey(key) || mediaType(key)?.startsWith('image/') === false)
        throw new Refusal('no_route')
      const elsewhere = await media.pictureLink(key)
      if (elsewhere) return reply.redirect(elsewhere, 302)
      const name = `${prefix}pictures/${key}`
      return sendFile(request, reply, { folder: dir, name, types: /^image\//, maxAge: 86_400 })
    },
  })
}
