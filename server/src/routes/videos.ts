import { certified, status, videoType } from '@screening-room/contract/review'
import { videoCalls, videoKinds } from '@screening-room/contract/videos'
import { linkTo } from '../domain/media.ts'
import { approveVideo, rejectVideo, tagVideo, takeDownVideo, typesOf } from '../domain/videos.ts'
import { sessionOf } from '../http/guard.ts'
import { serve, serveChange, serveRead } from '../http/serve.ts'
import { missing } from '../refusal.ts'
import { findVideos, getMedia, getUploaderCertified, getVideo } from '../store/videos.ts'
import { type Context, rangeIn } from './context.ts'

export function videoRoutes(context: Context): void {
  const { app, db, gate, config, media } = context

  for (const kind of videoKinds) {
    const calls = videoCalls[kind]

    serveRead(app, gate, calls.list, async (db, input) => {
      const { rows, ...found } = await findVideos(db, rangeIn(`${kind}-video`, input, context))
      return { data: rows, ...found }
    })

    serve(app, calls.get, async ({ id }) => {
      const found = await getVideo(db, id, typesOf[kind])
      if (!found) throw missing('video', id)
      return { data: found }
    })

    serveChange(app, db, calls.approve, async (tx, by, { videoId, version }) => {
      await approveVideo(tx, by, kind, videoId, version)
      return {}
    })

    serveChange(app, db, calls.reject, async (tx, by, { videoId, message, version }) => {
      await rejectVideo(tx, by, kind, videoId, message, version)
      return {}
    })

    serveChange(
      app,
      db,
      calls.takeDown,
      async (tx, by, { videoId, videoType: type, offlineReasons, version }) => {
        await takeDownVideo(tx, by, kind, { videoId, type, reasonIds: offlineReasons, version })
        return {}
      },
    )

    serveChange(app, db, calls.tag, async (tx, by, { videoId, typeId }) => {
      await tagVideo(tx, by, kind, videoId, typeId)
      return {}
    })
  }

  for (const kind of ['promo', 'personal', 'project'] as const) {
    serve(app, videoCalls.link[kind], async ({ id }, request) => {
      const video = await getMedia(db, id, videoType[kind])
      if (!video) throw missing('video', id)
      return { data: await linkTo(media, config.media.hosts, video.media, sessionOf(request).id) }
    })
  }

  serve(app, videoCalls.certified, async ({ id }) => {
    const isCertified = await getUploaderCertified(db, id, status.approved)
    if (isCertified === undefined) throw missing('video', id)
    return { data: { status: isCertified ? certified : 0 } }
  })
}
