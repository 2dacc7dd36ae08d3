import type { RawAnswer } from './raw.ts'

/* What every answer carries, whatever it says. */

const exact: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}
const present = ['cache-control', 'cross-origin-resource-policy', 'permissions-policy']
const absent = ['server', 'x-powered-by']

/** What is wrong with an answer's headers; only an origin that is allowed may be named in them. */
export function findUnsafeHeaders({ headers }: RawAnswer, allowedOrigin?: string): string[] {
  // A video may play what our own script has put together of segments, and nothing else may be a blob.
  const policy = (headers.get('content-security-policy') ?? '').replace(
    "media-src 'self' blob:",
    "media-src 'self'",
  )
  const shared = headers.get('access-control-allow-origin')
  return [
    ...Object.keys(exact).filter((name) => headers.get(name) !== exact[name]),
    ...present.filter((name) => !headers.has(name)),
    ...absent.filter((name) => headers.has(name)),
    ...(policy.includes("default-src 'none'") && !/unsafe-|\*|http:|blob:/.test(policy)
      ? []
      : ['content-security-policy']),
    ...(shared === undefined || shared === allowedOrigin ? [] : ['access-control-allow-origin']),
  ]
}
