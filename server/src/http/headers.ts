import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { Refusal } from '../refusal.ts'

const hostsOf = (addresses: (string | undefined)[]) =>
  addresses.flatMap((address) => {
    if (!address || !URL.canParse(address)) return []
    return [new URL(address).origin]
  })

/** Where presigned links lead. */
function originOf({ endpoint, bucket, region, pathStyle }: Config['media']['s3']): string {
  const at = endpoint ?? `https://s3.${region}.amazonaws.com`
  return pathStyle ? at : at.replace('://', `://${bucket}.`)
}

/** Nothing inline, nothing evaluated, nothing but pictures from anywhere that is not named. */
function contentSecurityPolicy({
  media,
  apiHost,
  apiProxy,
  avatarHost,
  bannerHost,
}: Config): string {
  const stores = [
    ...media.hosts.map((host) => `https://${host}`),
    ...(media.store === 's3' ? [originOf(media.s3)] : []),
  ]
  const files = [...stores, ...hostsOf([apiHost])]
  const pictures = [...(media.anyPicture ? ['https:'] : []), ...hostsOf([avatarHost, bannerHost])]
  const list = (...sources: string[]) => [...new Set(sources)].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${list("'self'", 'data:', ...files, ...pictures)}`,
    // A film in segments: a script fetches them (connect-src) and feeds them to the video (blob:).
    `media-src ${list("'self'", 'blob:', ...files)}`,
    `connect-src ${list("'self'", ...stores, ...hostsOf([apiProxy ? undefined : apiHost]))}`,
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
