import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

interface Part {
  from: number
  to: number
}

/**
 * One range or none: several ranges in one request are how servers are made to work for nothing, and
 * no player needs them. Undefined: the whole file.
 */
function rangeOf(header: string | undefined, size: number): Part | undefined | 'unsatisfiable' {
  if (header === undefined) return undefined
  const match = header.length <= 64 ? /^bytes=(\d*)-(\d*)$/.exec(header) : null
  if (!match || (match[1] === '' && match[2] === '')) return 'unsatisfiable'
  const [, first, last] = match
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { from: size - length, to: size - 1 }
  }
  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from > to ? 'unsatisfiable' : { from, to }
}

async function openFile(folder: string, name: string): Promise<FileHandle> {
  try {
    // A link could lead out of the folder, and a pipe would be waited for as long as nobody writes.
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
    return await open(join(folder, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (['ENOENT', 'ELOOP', 'ENOTDIR', 'EACCES', 'ENAMETOOLONG'].includes(code))
      throw new Refusal('no_route')
    throw new Refusal('media_unavailable', {}, { cause: error, retryAfter: 2 })
  }
}

/** A browser may send several tags, and a proxy that squeezed the answer makes ours a weak one. */
function knows(header: string | undefined, etag: string): boolean {
  return (header ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*')
}

/** A file from one of our folders; the caller has checked its name and the request's rights. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, name, type, maxAge }: { folder: string; name: string; type: string; maxAge: number },
): Promise<FastifyReply> {
  const file = await openFile(folder, name)
  let handedOver = false
  try {
    const stat = await file.stat()
    if (!stat.isFile()) throw new Refusal('no_route')
    const etag = `"${stat.size.toString(36)}-${Math.floor(stat.mtimeMs).toString(36)}"`
    reply.headers({
      etag,
      'last-modified': stat.mtime.toUTCString(),
      'accept-ranges': 'bytes',
      'cache-control': `private, max-age=${maxAge}`,
      'content-type': type,
      // Whatever is inside, it is not a page of ours.
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': `inline; filename="${name}"`,
    })
    if (knows(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const conditional = request.headers['if-range']
    const asked =
      conditional === undefined || conditional === etag ? request.headers.range : undefined
    const part = rangeOf(asked, stat.size)
    if (part === 'unsatisfiable') {
      reply.header('content-range', `bytes */${stat.size}`).header('cache-control', 'no-store')
      throw new Refusal('bad_range')
    }
    const { from, to } = part ?? { from: 0, to: stat.size - 1 }
    reply.header('content-length', to - from + 1)
    if (part) reply.code(206).header('content-range', `bytes ${from}-${to}/${stat.size}`)
    if (request.method === 'HEAD' || stat.size === 0) return reply.send()
    handedOver = true
    const bytes = file.createReadStream({ start: from, end: to })
    // The length was promised: if the file has shrunk, the rest never comes, so the connection is cut.
    bytes.once('end', () => {
      if (bytes.bytesRead <= to - from) reply.raw.destroy()
    })
    return reply.send(bytes)
  } finally {
    if (!handedOver) await file.close()
  }
}
