import { randomUUID } from 'node:crypto'
import { refusals } from '@screening-room/contract/refusals'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { Refusal } from '../refusal.ts'
import { sendRefusal } from './answer.ts'
import { serverTimeouts } from './connections.ts'
import { answerHeaders } from './headers.ts'

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

/** Calls are read and written by the contract's schemas. Not loading Fastify's own compilers is a tenth of a start. */
function refuseSchema(): never {
  throw new Error('A route has no schema of its own: declare its call in the contract')
}

/** The server without routes: its limits, its log, and what it says where no route is reached. */
export function openApp(config: Config, log: Logger): FastifyInstance {
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
    schemaController: {
      compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema },
    },
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
  app.setErrorHandler((error, request, reply) => sendRefusal(request, reply, error))
  logAnswers(app)
  return app
}

/** Our own reader takes bodies as they came; what is neither form nor JSON in UTF-8 is refused here. */
export function readBodiesAsBytes(app: FastifyInstance): void {
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

/** Any type: it is the provider that reads them. The limit of their size is ours. */
export function passBodiesOn(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
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
