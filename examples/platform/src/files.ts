import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/*
 * Uploads go to the media store that Screening Room reads: here the folder MEDIA_DIR, in production usually a
 * bucket. Screening Room is given the key alone, and makes its own links for reviewers.
 */

const types: Record<string, string> = { '.mp4': 'video/mp4', '.webm': 'video/webm' }

/** By its first bytes: what a browser says about a file can be anything. */
function endingOf(bytes: Buffer): string | undefined {
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return '.mp4'
  if (bytes.readUInt32BE(0) === 0x1a45dfa3) return '.webm'
  return undefined
}

/** Stores an upload under a key that was never used before, so that earlier versions stay as they were. */
export async function storeUpload(folder: string, file: File): Promise<string | undefined> {
  const bytes = Buffer.from(await file.arrayBuffer())
  const ending = bytes.length > 8 ? endingOf(bytes) : undefined
  if (!ending) return undefined
  const key = `uploads/${randomUUID()}${ending}`
  await mkdir(dirname(join(folder, key)), { recursive: true })
  await writeFile(join(folder, key), bytes)
  return key
}

/** With ranges, which players need to seek. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
  key: string,
): Promise<void> {
  const path = join(folder, key)
  const { size } = await stat(path)
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  const start = Number(from ?? 0)
  const end = Math.min(to ? Number(to) : size - 1, size - 1)
  if (start > end) {
    response.writeHead(416, { 'content-range': `bytes */${size}` }).end()
    return
  }
  response.writeHead(from === undefined ? 200 : 206, {
    'content-type': types[extname(key)] ?? 'application/octet-stream',
    'content-length': end - start + 1,
    'accept-ranges': 'bytes',
    ...(from !== undefined && { 'content-range': `bytes ${start}-${end}/${size}` }),
  })
  // A viewer who leaves is no fault.
  await pipeline(createReadStream(path, { start, end }), response).catch(() => {})
}
