import type { FastifyRequest } from 'fastify'

/**
 * Whether there is an Authorization header, and its value where there is only one: Node would keep the first
 * of two, and the second may have been added to pass for it. Read from what came, since Node would sort every
 * header anew to tell.
 */
export function authorizationOf(request: FastifyRequest): { given: boolean; value: string } {
  const { rawHeaders } = request.raw
  const all = rawHeaders.filter(
    (_, n) => n % 2 === 1 && rawHeaders[n - 1]?.toLowerCase() === 'authorization',
  )
  return { given: all.length > 0, value: all.length === 1 ? (all[0] ?? '') : '' }
}
