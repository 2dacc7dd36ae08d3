import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { mediaType, typeOfBytes } from '../domain/media.ts'
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

/** Undefined where there is no such file. */
async function openFile(folder: string, name: string): Promise<FileHandle | undefined> {
  try {
    const path = join(await realpath(folder), name)
    // A link could lead out of the folder, also one among the folders on the way.
    if ((await realpath(path)) !== path) throw new Refusal('no_route')
    // A pipe would be waited for as long as nobody writes.
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
    return await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    if (error instanceof Refusal) throw error
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (['ENOENT', 'ELOOP', 'ENOTDIR', 'EACCES', 'ENAMETOOLONG'].includes(code)) return undefined
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

/**
 * To an <img>, a missing picture is no content: the app draws its own placeholder either way, and a
 * browser writes every 404 into the console of a page on which nothing is wrong.
 */
function sendMissing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.headers['sec-fetch-dest'] !== 'image') throw new Refusal('no_route')
  return reply.code(204).headers({ 'cache-control': 'no-store', vary: 'sec-fetch-dest' }).send()
}

/** Where its name does not say what it is, a file's first bytes do. */
async function typeOf(file: FileHandle, name: string): Promise<string | undefined> {
  const known = mediaType(name)
  if (known) return known
  const { bytesRead, buffer } = await file.read(Buffer.alloc(16), 0, 16, 0)
  return typeOfBytes(buffer.subarray(0, bytesRead))
}

/** What a file is; undefined where there is none. */
export async function typeOfFile(folder: string, name: string): Promise<string | undefined> {
  const file = await openFile(folder, name)
  try {
    return (await file?.stat())?.isFile() && file ? await typeOf(file, name) : undefined
  } finally {
    await file?.close()
  }
}

/** A text of at most so many bytes; undefined where there is no file. */
export async function readPlaylistFile(
  folder: string,
  name: string,
  longest: number,
): Promise<string | undefined> {
  const file = await openFile(folder, name)
  try {
    const stat = await file?.stat()
    if (!file || !stat?.isFile()) return undefined
    if (stat.size > longest) throw new Refusal('bad_playlist')
    return await file.readFile('utf8')
  } finally {
    await file?.close()
  }
}

interface Sent {
  folder: string
  name: string
  /** Other types are not found. */
  types: RegExp
  /** The type of what has no other. */
  otherwise?: string
  maxAge: number
}

/** A file from one of our folders; the caller has checked its name and the request's rights. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, name, types, otherwise, maxAge }: Sent,
): Promise<FastifyReply> {
  const file = await openFile(folder, name)
  if (!file) return sendMissing(request, reply)
  let handedOver = false
  try {
    const stat = await file.stat()
    const type = stat.isFile() ? ((await typeOf(file, name)) ?? otherwise) : undefined
    if (!type || !types.test(type)) throw new Refusal('no_route')
    const etag = `"${stat.size.toString(36)}-${Math.floor(stat.mtimeMs).toString(36)}"`
    reply.headers({
      etag,
      'last-modified': stat.mtime.toUTCString(),
      'accept-ranges': 'bytes',
      'cache-control': `private, max-age=${maxAge}`,
      'content-type': type,
      // Whatever is inside, it is not a page of ours.
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(basename(name))}`,
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
