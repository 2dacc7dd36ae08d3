import { randomUUID } from 'node:crypto'
import { refusals } from '@screening-room/contract/refusals'
import { status } from '@screening-room/contract/review'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Db } from './db/pool.ts'
import { cookieSecrets } from './domain/cookie-secrets.ts'
import type { MediaStore } from './domain/media.ts'
import { sendRefusal } from './http/answer.ts'
import { readAppFiles, serveAppFiles } from './http/app-files.ts'
import { limitConcurrency } from './http/concurrency.ts'
import { limitConnections, serverTimeouts } from './http/connections.ts'
import { makeJar } from './http/cookies.ts'
import { guard } from './http/guard.ts'
import { answerHeaders, securityHeaders } from './http/headers.ts'
import { knownSessions } from './http/known-sessions.ts'
import { makeMetrics } from './http/metrics.ts'
import { type RouteEntry, requirePolicies } from './http/policy.ts'
import { tellWhenDraining } from './http/shutdown.ts'
import { Refusal } from './refusal.ts'
import { categoryRoutes } from './routes/categories.ts'
import { certificationRoutes } from './routes/certifications.ts'
import { eventRoutes } from './routes/events.ts'
import { fileRoutes } from './routes/files.ts'
import { focusRoutes } from './routes/focus.ts'
import { historyRoutes } from './routes/history.ts'
import { liveRoutes } from './routes/live.ts'
import { operationRoutes } from './routes/operations.ts'
import { platformRoutes } from './routes/platform.ts'
import { projectRoutes } from './routes/projects.ts'
import { reasonRoutes } from './routes/reasons.ts'
import { reportRoutes } from './routes/reports.ts'
import { sessionRoutes } from './routes/session.ts'
import { videoRoutes } from './routes/videos.ts'

export type App = FastifyInstance

export interface Parts {
  config: Config
  db: Db
  media: MediaStore
  mediaKey: Buffer
  log: Logger
  /** The built app; where there is none, only the calls are served. */
  webFolder: string
  /** Whether accounts exist whose password is published. */
  demo: boolean
}

/** Said on the bare socket, since what came was no request: the same words and headers nevertheless. */
function notHttp(config: Config): string {
  const { code, http, says } = refusals.malformed_request
  const body = JSON.stringify({ code, msg: says.en })
  const headers = {
    ...answerHeaders(config),
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${http} Bad Request`, ...lines, '', body].join('\r\n')
}

export async function buildApp({ log, webFolder, ...parts }: Parts): Promise<{
  app: FastifyInstance
  routes: readonly RouteEntry[]
}> {
  const { config, db } = parts
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy ?? false,
    bodyLimit: 64 * 1024,
    requestTimeout: serverTimeouts.requestTimeout,
    keepAliveTimeout: serverTimeouts.keepAliveTimeout,
    http: { maxHeaderSize: 16 * 1024, ...serverTimeouts, requireHostHeader: false },
    routerOptions: { maxParamLength: 200 },
    exposeHeadRoutes: false,
    forceCloseConnections: false,
    // A last request on a connection that is about to close gets our response, not the framework's.
    return503OnClosing: false,
    clientErrorHandler: (_error, socket) => {
      if (socket.writable) socket.write(notHttp(config))
      // Not just its end: a client that keeps its own side open would hold the connection.
      socket.destroySoon()
    },
    // A path that cannot be read reaches neither hooks nor handlers, and is not logged either.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(answerHeaders(config)).header('x-request-id', request.id)
      sendRefusal(request, reply, new Refusal('no_route'))
    },
  })
  // An Expect that Node does not know is refused in the guard, like everything else.
  app.server.on('checkExpectation', app.routing)
  app.decorateReply('envelopeCode', 0)
  app.decorate('undoGraceSeconds', config.undoGraceSeconds)
  app.setErrorHandler((error, request, reply) => sendRefusal(request, reply, error))
  const routes = requirePolicies(app)
  readBodiesAsBytes(app)
  tellWhenDraining(app)
  const jar = makeJar(config)
  const secrets = cookieSecrets(parts.mediaKey)
  const known = knownSessions(jar, secrets)
  limitConnections(app, config, known)
  securityHeaders(app, config)
  limitConcurrency(app)
  const gate = guard(app, db, config, jar, known)
  const metrics = makeMetrics(app, db, status.pending)
  logAnswers(app)

  const context = { ...parts, app, gate, jar, secrets, metrics }
  sessionRoutes(context)
  certificationRoutes(context)
  projectRoutes(context)
  videoRoutes(context)
  reportRoutes(context)
  categoryRoutes(context)
  historyRoutes(context)
  eventRoutes(context)
  focusRoutes(context)
  reasonRoutes(context)
  liveRoutes(context)
  platformRoutes(context)
  fileRoutes(context)
  operationRoutes(context)
  serveAppFiles(app, await readAppFiles(webFolder))
  await app.ready()
  return { app, routes }
}

/** Our own reader takes bodies as they came; what is neither form nor JSON in UTF-8 is refused here. */
function readBodiesAsBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const taken = /^application\/(json|x-www-form-urlencoded)(;\s*charset="?utf-8"?)?\s*$/i
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    const type = request.headers['content-type']
    if (body.length > 0 && (!type || !taken.test(type)))
      done(new Refusal('unsupported_body'), undefined)
    else if (request.headers['content-encoding'] !== undefined)
      done(new Refusal('unsupported_body'), undefined)
    else done(null, body)
  })
}

/** One line per response: which route and code, how long, for whom. Never a body, a header or a query. */
function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        route: request.routeOptions.url,
        method: request.method,
        status: reply.statusCode,
        code: reply.envelopeCode || undefined,
        ms: Math.round(reply.elapsedTime),
        userId: request.session?.userId,
        keyId: request.platformKey?.id,
      },
      'answered',
    )
  })
}
