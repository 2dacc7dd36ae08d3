import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

/*
 * The built app, read once at start and served from memory: it is small, and a file that is not in
 * the list cannot be reached by any spelling of its path.
 */

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  webmanifest: 'application/manifest+json',
  txt: 'text/plain; charset=utf-8',
}

interface AppFile {
  type: string
  etag: string
  cache: string
  plain: Buffer
  br?: Buffer
  gzip?: Buffer
}

async function readAppFile(folder: string, path: string): Promise<AppFile> {
  const plain = await readFile(join(folder, path))
  const ending = path.slice(path.lastIndexOf('.') + 1)
  const file: AppFile = {
    type: types[ending] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    // Built files carry a hash of their content in their name; the page that names them must not age.
    cache: path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    plain,
  }
  // The build has compressed what is worth it (web/build/compress.mjs).
  const compressed = (name: string) =>
    existsSync(join(folder, name)) ? readFile(join(folder, name)) : undefined
  const [br, gzip] = await Promise.all([compressed(`${path}.br`), compressed(`${path}.gz`)])
  return { ...file, ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) }
}

export async function readAppFiles(folder: string): Promise<Map<string, AppFile>> {
  if (!existsSync(folder)) return new Map()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !path.startsWith('.') && !/\.(map|br|gz)$/.test(path))
  return new Map(
    await Promise.all(
      paths.map(async (path) => [`/${path}`, await readAppFile(folder, path)] as const),
    ),
  )
}

const noRoute = async (): Promise<FastifyReply> => {
  throw new Refusal('no_route')
}

export function serveAppFiles(
  app: FastifyInstance,
  files: Map<string, AppFile>,
  /** For paths that are no file of the app. */
  otherwise: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> = noRoute,
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { policy: { access: 'public' } },
    handler: async (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? ''
      const file = files.get(path === '/' ? '/index.html' : path)
      if (!file) return otherwise(request, reply)
      const vary = [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', ')
      reply.headers({ etag: file.etag, 'cache-control': file.cache, vary })
      if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
      const accepts = request.headers['accept-encoding'] ?? ''
      const encoding =
        /\bbr\b/.test(accepts) && file.br
          ? 'br'
          : /\bgzip\b/.test(accepts) && file.gzip
            ? 'gzip'
            : undefined
      if (encoding) reply.header('content-encoding', encoding)
      return reply.type(file.type).send((encoding && file[encoding]) ?? file.plain)
    },
  })
}
