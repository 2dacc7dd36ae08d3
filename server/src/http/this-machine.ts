import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../config.ts'

/*
 * Whether a request was sent on this machine, and not merely handed on by a proxy that runs on it.
 * False in doubt.
 */

/** Headers that proxies, balancers, tunnels and CDNs add: the one list of them. */
const addedByProxies = [
  /^(x-)?forwarded/, // RFC 7239, X-Forwarded-For, -Host, -Proto, -Port, -Server …
  /^(via|cdn-loop)$/, // RFC 9110, RFC 8586
  /-(client)?ip$/, // X-Real-IP, X-Client-IP, True-Client-IP, CF-Connecting-IP, X-Azure-ClientIP …
  /^(cf|cloudfront|fly|fastly|akamai|ali)-/,
  /^x-(original|originating|envoy|amzn|azure|arr|appengine|vercel|nf|cloud|varnish|proxy|cluster)-/,
  /^(wl-)?proxy-/,
]

export function hostOf(request: FastifyRequest): string {
  return (request.headers.host ?? '').replace(/:\d+$/, '')
}

export function isFromThisMachine(request: FastifyRequest): boolean {
  const names = Object.keys(request.headers)
  return (
    isLoopback(request.socket.remoteAddress ?? '') &&
    isLoopback(hostOf(request)) &&
    // nginx without any settings adds no header, but speaks HTTP/1.0, which no browser does.
    request.raw.httpVersion === '1.1' &&
    !names.some((name) => addedByProxies.some((pattern) => pattern.test(name)))
  )
}
