import { randomBytes } from 'node:crypto'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { videoCalls } from '@screening-room/contract/videos'
import { expect } from 'vitest'
import type { Client } from './client.ts'
import { addVideo } from './items.ts'
import { startServer, type TestServer } from './server.ts'

/* A server with a few files, and a browser that loads them. */

export const film = randomBytes(10_000)

export async function startMediaServer(): Promise<TestServer> {
  const server = await startServer({
    env: { MEDIA_HOSTS: 'films.example.com,cdn.example.com:8443' },
  })
  const { mediaDir } = server
  await mkdir(join(mediaDir, 'pictures'))
  await writeFile(join(mediaDir, 'film.webm'), film)
  await writeFile(join(mediaDir, 'film.mp4'), film)
  await writeFile(join(mediaDir, 'empty.webm'), '')
  for (const name of ['cover.webp', 'cover.svg', 'cover.html', 'film.webm'])
    await writeFile(join(mediaDir, 'pictures', name), film)
  await symlink('/etc/passwd', join(mediaDir, 'passwd.webm'))
  await symlink('/etc/passwd', join(mediaDir, 'pictures', 'passwd.webp'))
  await mkdir(join(mediaDir, 'folder.webm'))
  return server
}

export async function linkOf(server: TestServer, by: Client, media: string): Promise<string> {
  const id = await addVideo(server.owner, { media })
  const { code, body } = await by.send(videoCalls.link.project, { id })
  expect(code).toBe(200)
  return body.data
}

/** As a player asks: with the cookie, without the Bearer. */
export async function play(
  by: Client,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
) {
  const { token } = by
  by.token = undefined
  const response = await by.fetch(path, { method, headers }).finally(() => {
    by.token = token
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

export const envelope = (bytes: Buffer) => JSON.parse(bytes.toString())
