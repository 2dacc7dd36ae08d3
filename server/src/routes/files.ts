import { join } from 'node:path'
import { everyone } from '@screening-room/contract/call'
import { isSigned, mediaName, mediaType } from '../domain/media.ts'
import { sendFile } from '../http/files.ts'
import { sessionOf } from '../http/guard.ts'
import type { Policy } from '../http/policy.ts'
import { Refusal } from '../refusal.ts'
import type { Context } from './context.ts'

/** A browser loads pictures and films by itself: with its cookie, but without our header. */
const viewers: Policy = { access: 'session', roles: everyone, bearer: 'none' }

export function fileRoutes({ app, config, media, mediaKey }: Context): void {
  app.route<{ Params: { name: string }; Querystring: { e?: string; s?: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:name',
    config: { policy: viewers },
    handler: async (request, reply) => {
      const { name } = request.params
      const type = mediaName.test(name) ? mediaType(name) : undefined
      if (!type) throw new Refusal('no_route')
      // Another person's link, an expired one or an altered one: the response is the same.
      if (!isSigned(mediaKey, name, request.query, sessionOf(request).id))
        throw new Refusal('forbidden')
      const { linkSeconds: maxAge } = config.media
      return sendFile(request, reply, { folder: config.media.dir, name, type, maxAge })
    },
  })

  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/pictures/:name',
    config: { policy: viewers },
    handler: async (request, reply) => {
      const { name } = request.params
      const type = mediaName.test(name) ? mediaType(name) : undefined
      if (!type?.startsWith('image/')) throw new Refusal('no_route')
      const elsewhere = await media.pictureLink(name)
      if (elsewhere) return reply.redirect(elsewhere, 302)
      const folder = join(config.media.dir, 'pictures')
      return sendFile(request, reply, { folder, name, type, maxAge: 86_400 })
    },
  })
}
