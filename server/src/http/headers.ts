import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { Refusal } from '../refusal.ts'

const hostsOf = (addresses: (string | undefined)[]) =>
  addresses.flatMap((address) => {
    if (!address || !URL.canParse(address)) return []
    return [new URL(address).origin]
  })

/** Nothing inline, nothing evaluated, nothing but pictures from anywhere that is not named. */
function contentSecurityPolicy({ media, apiHost, avatarHost, bannerHost }: Config): string {
  const files = [
    ...media.hosts.map((host) => `https://${host}`),
    ...hostsOf([media.s3.endpoint, apiHost]),
    ...(media.store === 's3' && !media.s3.endpoint
      ? [`https://${media.s3.bucket}.s3.${media.s3.region}.amazonaws.com`]
      : []),
  ]
  const pictures = [...(media.anyPicture ? ['https:'] : []), ...hostsOf([avatarHost, bannerHost])]
  const list = (...sources: string[]) => [...new Set(sources)].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${list("'self'", 'data:', ...files, ...pictures)}`,
    `media-src ${list("'self'", ...files)}`,
    `connect-src ${list("'self'", ...hostsOf([apiHost]))}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** What every answer carries, whatever it says. */
export function answerHeaders(config: Config): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy(config),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // A page of another origin may show our pictures only where that origin is allowed.
    'cross-origin-resource-policy':
      config.allowedOrigins.length > 0 ? 'cross-origin' : 'same-origin',
    ...(config.publicUrl?.protocol === 'https:' && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}

export function securityHeaders(app: FastifyInstance, config: Config): void {
  const shared = answerHeaders(config)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(shared)
    reply.header('x-request-id', request.id)
    if (config.allowedOrigins.length === 0) return
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !config.allowedOrigins.includes(origin)) return
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'x-request-id, retry-after',
    })
  })
  app.options('/*', { config: { policy: { access: 'public' } } }, async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined || !config.allowedOrigins.includes(origin))
      throw new Refusal('no_route')
    return reply
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers':
          'authorization, content-type, idempotency-key, last-event-id, x-background',
        'access-control-max-age': '600',
      })
      .code(204)
      .send()
  })
}
