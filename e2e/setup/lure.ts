import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from '@playwright/test'
import type { Server } from './server.ts'
import { addVideos } from './videos.ts'

/*
 * A signed-in user opens an attacker's page: on another site (`localhost`, to the
 * browser, is not `127.0.0.1`), and on another port of the same site, where the cookie is sent.
 */

export const cookieName = 'vsid-dev'

export interface Attacker {
  /** The same pages, on another site and on another port of our own. */
  site: string
  port: string
  /** The requested paths. */
  received: string[]
  pages: Map<string, string>
  close(): void
}

export async function openAttacker(): Promise<Attacker> {
  const pages = new Map<string, string>()
  const received: string[] = []
  const server = createServer(({ url = '' }, response) => {
    received.push(url)
    response.writeHead(200, { 'content-type': 'text/html' }).end(pages.get(url) ?? '')
  }).listen(0)
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  const [site, own] = [`http://localhost:${port}`, `http://127.0.0.1:${port}`]
  return { site, port: own, received, pages, close }
}

export interface Arrived {
  path: string
  method: string
  status: number
  cookie: boolean
}

interface Victim {
  videoId: number
  /** The attacker's page, open in the victim's browser. */
  page: Page
  /** The requests it sent to our server, and the responses. */
  arrived(): Arrived[]
}

/** As on the wire: Playwright does not show what the browser hides from the page. */
async function watchWire(page: Page, url: string): Promise<() => Arrived[]> {
  const wire = await page.context().newCDPSession(page)
  const seen = new Map<string, Partial<Arrived>>()
  const note = (id: string, more: Partial<Arrived>) => seen.set(id, { ...seen.get(id), ...more })
  wire.on('Network.requestWillBeSent', ({ requestId, request: { url: address, method } }) => {
    const { origin, pathname: path } = new URL(address)
    if (origin === url) note(requestId, { path, method })
  })
  wire.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
    const [, cookies = ''] =
      Object.entries(headers).find(([name]) => name.toLowerCase() === 'cookie') ?? []
    note(requestId, { cookie: cookies.includes(`${cookieName}=`) })
  })
  wire.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode: status }) =>
    note(requestId, { status }),
  )
  await wire.send('Network.enable')
  const isWhole = (one: Partial<Arrived>): one is Arrived =>
    [one.path, one.status, one.cookie].every((part) => part !== undefined)
  return () => [...seen.values()].filter(isWhole)
}

export interface Trap {
  attacker: Attacker
  where: 'site' | 'port'
  context: BrowserContext
  server: Server
}

/** The user who is signed in with this context, on a page with this content. */
export async function lure(
  { attacker, where, context, server }: Trap,
  html: (videoId: number) => string = () => '',
): Promise<Victim> {
  const { id: videoId } = await addVideos(server)
  const path = `/kittens-${attacker.pages.size}`
  attacker.pages.set(path, `<!doctype html><title>Kittens</title>${html(videoId)}`)
  const page = await context.newPage()
  const arrived = await watchWire(page, server.url)
  await page.goto(`${attacker[where]}${path}`)
  return { videoId, page, arrived }
}
