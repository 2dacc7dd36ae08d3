import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Pool } from 'pg'
import type { Member, Video } from './database.ts'
import { sendFile, storeUpload } from './files.ts'
import { receiveWebhook } from './incoming.ts'
import { reportReasons } from './outgoing.ts'
import * as pages from './pages.ts'
import * as store from './store.ts'

/* The platform's own web server. */

export interface ServerOptions {
  pool: Pool
  webhookSecret: string
  /** Where uploads go. */
  mediaDir: string
  /** Called when there is something to send to Screening Room. */
  onChange(): void
}

interface Visit {
  request: IncomingMessage
  response: ServerResponse
  member: Member | undefined
}

/** Ends a request with a page that says why. */
class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const largestUpload = 100 * 1024 * 1024
const tokenIn = ({ headers }: IncomingMessage) =>
  /\bsession=([\w-]+)/.exec(headers.cookie ?? '')?.[1]

async function readBody(request: IncomingMessage, most: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > most) throw new Refused(413, 'That is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A form of either encoding, read by Node's own parser. */
async function readForm(request: IncomingMessage): Promise<FormData> {
  const body = await readBody(request, largestUpload)
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  return new Response(body, { headers }).formData().catch(() => {
    throw new Refused(400, 'The form could not be read.')
  })
}

function textIn(form: FormData, name: string, longest: number): string {
  const value = form.get(name)
  const text = typeof value === 'string' ? value.trim() : ''
  if (text.length > longest) throw new Refused(400, `The ${name} is too long.`)
  return text
}

const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
}

export function createPlatformServer(options: ServerOptions): Server {
  const { pool, mediaDir, webhookSecret, onChange } = options

  const show = ({ response, member }: Visit, title: string, content: unknown, status = 200) =>
    response
      .writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
      .end(pages.page(title, member, content))
  const goTo = ({ response }: Visit, location: string) =>
    response.writeHead(303, { location }).end()
  const signedIn = ({ member }: Visit): Member => {
    if (!member) throw new Refused(403, 'Please sign in first.')
    return member
  }
  /** One's own at any time, those of others while they are approved. */
  const visible = async ({ member }: Visit, id: string): Promise<Video> => {
    const video = await store.getVideo(pool, id)
    if (video?.status === 'approved' || (video && video.creatorId === member?.id)) return video
    throw new Refused(404, 'This video is not available.')
  }
  const own = async (visit: Visit, id: string): Promise<Video> => {
    const video = await store.getVideo(pool, id)
    if (video && video.creatorId === signedIn(visit).id) return video
    throw new Refused(404, 'You have no such video.')
  }
  const readVideo = async (visit: Visit, before?: Video) => {
    const form = await readForm(visit.request)
    const title = textIn(form, 'title', 200)
    if (!title) throw new Refused(400, 'A video needs a title.')
    const description = textIn(form, 'description', 5000)
    const file = form.get('file')
    // Without a file, the browser sends one that is empty.
    const chosen = file && typeof file !== 'string' && file.size > 0
    const media = chosen ? await storeUpload(mediaDir, file) : before?.media
    if (!media) throw new Refused(400, 'That is neither an mp4 nor a webm file.')
    return { title, description, media }
  }

  type Handler = (visit: Visit, id: string) => unknown
  const routes: Record<string, Handler> = {
    'GET /': async (visit) =>
      show(visit, 'Videos', pages.homeContent(await store.findApproved(pool))),
    'GET /style.css': ({ response }) =>
      response.writeHead(200, { 'content-type': 'text/css' }).end(pages.style),
    'GET /sign-in': (visit) => show(visit, 'Sign in', pages.signInForm),
    'POST /sign-in': async (visit) => {
      const name = textIn(await readForm(visit.request), 'name', 60)
      if (!name) throw new Refused(400, 'Please give a name.')
      const token = await store.signIn(pool, name)
      const cookie = `session=${token}; HttpOnly; SameSite=Strict; Path=/`
      visit.response.setHeader('set-cookie', cookie)
      goTo(visit, '/studio')
    },
    'POST /sign-out': async (visit) => {
      await store.signOut(pool, tokenIn(visit.request) ?? '')
      goTo(visit, '/')
    },
    'GET /studio': async (visit) =>
      show(
        visit,
        'My videos',
        pages.studioContent(await store.findVideosOf(pool, signedIn(visit))),
      ),
    'GET /reports': async (visit) => {
      const reports = await store.findReportsOf(pool, signedIn(visit))
      show(visit, 'My reports', pages.reportsContent(reports))
    },
    'GET /watch/:id': async (visit, id) => {
      const video = await visible(visit, id)
      await store.countView(pool, video)
      show(visit, video.title, pages.watchContent(video, visit.member))
    },
    'GET /videos/:id/file': async (visit, id) => {
      const { media } = await visible(visit, id)
      await sendFile(visit.request, visit.response, mediaDir, media)
    },
    'POST /videos': async (visit) => {
      await store.addVideo(pool, signedIn(visit), await readVideo(visit))
      goTo(visit, '/studio')
    },
    'POST /videos/:id': async (visit, id) => {
      const video = await own(visit, id)
      await store.changeVideo(pool, video, await readVideo(visit, video))
      goTo(visit, '/studio')
    },
    'POST /videos/:id/delete': async (visit, id) => {
      await store.deleteVideo(pool, await own(visit, id))
      goTo(visit, '/studio')
    },
    'POST /videos/:id/reports': async (visit, id) => {
      const reason = textIn(await readForm(visit.request), 'reason', 60)
      if (!reportReasons.some(({ external_id }) => external_id === reason))
        throw new Refused(400, 'There is no such reason.')
      await store.addReport(pool, signedIn(visit), await visible(visit, id), reason)
      goTo(visit, '/reports')
    },
    'POST /hooks/screening-room': async ({ request, response }) => {
      const body = (await readBody(request, 1024 * 1024)).toString('utf8')
      const status = await receiveWebhook(pool, webhookSecret, request.headers, body)
      response.writeHead(status).end()
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
    const visit: Visit = { request, response, member: undefined }
    try {
      visit.member = await store.getMember(pool, tokenIn(request) ?? '')
      const { pathname } = new URL(request.url ?? '/', 'http://platform')
      const [, id = ''] = /^\/\w+\/([0-9a-f-]{36})/.exec(pathname) ?? []
      const path = id ? pathname.replace(id, ':id') : pathname
      const route = routes[`${request.method} ${path}`]
      if (!route) throw new Refused(404, 'There is no such page.')
      await route(visit, id)
      if (request.method === 'POST') onChange()
    } catch (error) {
      if (!(error instanceof Refused)) console.error(error)
      if (response.headersSent) return void response.destroy()
      const [status, problem] =
        error instanceof Refused ? [error.status, error.message] : [500, 'Something went wrong.']
      show(visit, 'Sorry', pages.problemContent(problem), status)
    }
  }
  return createServer((request, response) => void handle(request, response))
}
