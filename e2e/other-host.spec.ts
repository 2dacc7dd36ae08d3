import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as ask, createServer, type Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { allCalls } from '@screening-room/contract/all-calls'
import { videoCalls } from '@screening-room/contract/videos'
import { startFakeProvider } from '../server/test/setup/fake-provider.ts'
import { addCertification, clickIfThere, detail, endSessions, eventsOf } from './setup/items.ts'
import { type Server, startApp, startServer } from './setup/server.ts'
import { expect, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'
import {
  addVideos,
  confirm,
  dialog,
  row,
  eventsOf as videoEventsOf,
  views,
} from './setup/videos.ts'
import { goTo } from './setup/walk.ts'

/*
 * One server serves the app, another the API: another origin, with cookies. In some tests the
 * other is one of ours, in the rest a provider that knows only the specification's calls.
 */

async function freePort(): Promise<number> {
  const socket = createSocketServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => socket.once('listening', resolve))
  const { port } = socket.address() as AddressInfo
  await new Promise((resolve) => socket.close(resolve))
  return port
}

/** A proxy in front of one of our servers that hides what the specification does not name. */
async function startProvider(behind: () => Server): Promise<HttpServer> {
  const known = [...allCalls.values()]
    .filter(({ origin }) => origin !== 'ours')
    .map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`))
  const files = [/^\/pictures\//, /^\/media\//]
  const provider = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://provider').pathname
    if (![...known, ...files].some((one) => one.test(path))) return response.writeHead(404).end()
    const instead = said.get(path)
    if (instead && request.method !== 'OPTIONS') {
      const allowed = { 'access-control-allow-origin': request.headers.origin }
      response.writeHead(200, { ...allowed, 'access-control-allow-credentials': 'true' })
      return response.end(JSON.stringify(instead))
    }
    const to = new URL(request.url ?? '/', behind().url)
    const passed = ask(to, { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.once('error', () => response.destroy())
    request.pipe(passed)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => provider.once('listening', resolve))
  return provider
}

/** The app as `npm run build:web` makes it, below a path of a server that knows nothing but files. */
async function serveFolder(port: number, host: string): Promise<{ url: string; close(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'screening-room-static-'))
  const script = fileURLToPath(new URL('../scripts/build-web.mjs', import.meta.url))
  await promisify(execFile)(process.execPath, [script, '--host', host, '--out', folder])
  const types: Record<string, string> = {
    html: 'text/html',
    js: 'text/javascript',
    css: 'text/css',
  }
  const files = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').replace(/^\/back-office\//, '').split('?')
    const file = join(folder, path || 'index.html')
    if (!existsSync(file)) return response.writeHead(404).end()
    const type = types[file.split('.').at(-1) ?? '']
    response.writeHead(200, type ? { 'content-type': type } : {}).end(readFileSync(file))
  }).listen(port, '127.0.0.1')
  await new Promise((resolve) => files.once('listening', resolve))
  const close = () => {
    files.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: `http://127.0.0.1:${port}/back-office`, close }
}

/** Responses that replace the provider's, by path. */
const said = new Map<string, object>()

type App = Awaited<ReturnType<typeof startApp>>

let api: Server
let app: App
let provider: HttpServer
let appOfProvider: App
let files: Awaited<ReturnType<typeof serveFolder>>

test.beforeAll(async () => {
  test.setTimeout(120_000)
  const [appPort, otherPort, filesPort] = [await freePort(), await freePort(), await freePort()]
  const origins = [appPort, otherPort, filesPort].map((port) => `http://127.0.0.1:${port}`)
  api = await startServer({ ALLOWED_ORIGINS: origins.join(',') })
  provider = await startProvider(() => api)
  const { port } = provider.address() as AddressInfo
  ;[app, appOfProvider, files] = await Promise.all([
    startApp({
      PORT: String(appPort),
      API_HOST: api.url,
      MEDIA_HOSTS: 'pictures.example.com',
    }),
    startApp({
      PORT: String(otherPort),
      API_HOST: `http://127.0.0.1:${port}`,
      BANNER_HOST: `http://127.0.0.1:${port}/pictures/`,
    }),
    serveFolder(filesPort, `http://127.0.0.1:${port}`),
  ])
})

test.afterAll(async () => {
  provider.close()
  files.close()
  await Promise.all([app.close(), appOfProvider.close(), api.close()])
})

async function signIn(page: Page, at: Pick<App, 'url'>, place: string) {
  const who = await api.addAccount('administrator')
  await page.goto(`${at.url}/#/login`)
  await page.getByLabel('Phone number').fill(who.phone)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('table')).toBeVisible()
  await page.goto(`${at.url}/#${place}`)
  return who
}

/** Every request of the page, by origin. */
function originsOf(page: Page) {
  const origins = new Map<string, string[]>()
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    origins.set(origin, [...(origins.get(origin) ?? []), pathname])
  })
  return origins
}

const drawn = (page: Page, selector: string) =>
  expect
    .poll(() =>
      page
        .locator(selector)
        .first()
        .evaluate((one: HTMLImageElement) => one.naturalWidth),
    )
    .toBeGreaterThan(0)

async function plays(page: Page) {
  const video = dialog(page).locator('video')
  await video.evaluate((one: HTMLVideoElement) => one.play())
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime))
    .toBeGreaterThan(0)
}

test('with our API on another origin everything works: reviews, pictures, videos, the session', async ({
  page,
}) => {
  const asked = originsOf(page)
  const who = await signIn(page, app, '/dashboard/video-review')

  await test.step('with our API on another origin a whole review works, pictures and videos included', async () => {
    const videos = await addVideos(api, { count: 2 })
    await goTo(page, videos.list)
    await expect(views(page)).toHaveCount(2)
    await drawn(page, '.sr-poster img')
    await row(page, videos.title(1)).getByRole('button', { name: 'View' }).click()
    await plays(page)
    await dialog(page).getByRole('button', { name: 'Approve' }).click()
    await confirm(page).getByRole('button', { name: 'Approve' }).click()
    await expectToast(page, 'Approved')
    await row(page, videos.title(2)).getByRole('button', { name: 'Reject' }).click()
    await page.getByLabel('Reject reason').fill('Not for this host')
    await confirm(page).getByRole('button', { name: 'Reject' }).click()
    await expectToast(page, 'Rejected')
    expect(await videoEventsOf(api, videos.ids[1] ?? 0)).toMatchObject([
      { reason: 'Not for this host' },
    ])
    await row(page, videos.title(2)).getByRole('button', { name: 'View' }).click()
    await expect(dialog(page).getByText('Not for this host')).toBeVisible()
    await expect(page.getByRole('link', { name: /Video review/ })).toContainText('pending')
    const atTheApp = asked.get(new URL(app.url).origin) ?? []
    expect(atTheApp.filter((path) => /^\/(admin|media|pictures)\//.test(path))).toEqual([])
  })

  await test.step('a banner with a full https address is drawn from a named host, and not fetched from another', async () => {
    const named = await addVideos(api, { banner: 'https://pictures.example.com/one.webp' })
    const strange = await addVideos(api, { banner: 'https://tracker.example.net/one.webp' })
    await page.route('https://pictures.example.com/**', async (route) => {
      const response = await route.fetch({ url: `${api.url}/pictures/banner-01.webp` })
      await route.fulfill({ response })
    })
    await goTo(page, named.list)
    await expect(row(page, named.title(1))).toBeVisible()
    await drawn(page, '.sr-poster img')
    await goTo(page, `${strange.list}&view=${strange.id}`)
    await expect(dialog(page)).toContainText('Picture on tracker.example.net, not shown')
    expect([...asked.keys()].filter((origin) => origin.includes('tracker'))).toEqual([])
  })

  await test.step('certificates are drawn, a reload keeps the session, and its end leads to the login', async () => {
    const id = await addCertification(api)
    await goTo(page, `/dashboard/auth-review?view=${id}`)
    await expect(detail(page)).toContainText(String(id))
    await drawn(page, '[role=dialog] img')
    await page.reload()
    await expect(detail(page)).toBeVisible()
    await endSessions(api, who)
    await clickIfThere(detail(page).getByRole('button', { name: 'Approve' }))
    await expect(page).toHaveURL(/#\/login$/)
    expect(await eventsOf(api, 'certification', id)).toEqual([])
  })
})

test('an origin that is not allowed gets nothing: the login says that it failed', async ({
  page,
}) => {
  // Another name of the same machine is another origin.
  await page.goto(`${app.url.replace('127.0.0.1', 'localhost')}/#/login`)
  const who = await api.addAccount()
  await page.getByLabel('Phone number').fill(who.phone)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Login failed, please retry')
})

test('the folder of build:web works below a path of any static server', async ({ page }) => {
  const videos = await addVideos(api, { count: 1 })
  await signIn(page, files, videos.list)
  await row(page, videos.title(1)).getByRole('button', { name: 'View' }).click()
  await plays(page)
  await expect(page.getByRole('link', { name: 'Project review' })).toHaveCount(0)
  await page.reload()
  await expect(dialog(page)).toContainText(videos.title(1))
})

test('at a provider that knows only the specification, review works and nothing unsupported is offered', async ({
  page,
}) => {
  const wrong: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400 && !answer.url().endsWith('/config.json')) wrong.push(answer.url())
  })
  const videos = await addVideos(api, { count: 2 })
  await signIn(page, appOfProvider, videos.list)
  await expect(views(page)).toHaveCount(2)
  await drawn(page, '.sr-poster img')
  await expect(page.getByRole('link', { name: 'Focus review' })).toHaveCount(0)
  await page.keyboard.press('f')
  await row(page, videos.title(1)).getByRole('button', { name: 'View' }).click()
  await plays(page)
  await expect(dialog(page).getByText('History')).toHaveCount(0)
  // The specification shows no call that features a project video, and none that reviews a project.
  await expect(dialog(page).getByRole('button', { name: 'Mark as featured' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Project review' })).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Approve' }).click()
  await confirm(page).getByRole('button', { name: 'Approve' }).click()
  await expectToast(page, 'Approved')
  expect(await videoEventsOf(api, videos.ids[0] ?? 0)).toHaveLength(1)
  await expect(page.getByRole('link', { name: /Video review/ })).not.toContainText('pending')

  // A refusal without a message.
  said.set(videoCalls.project.reject.path, { code: 500 })
  await row(page, videos.title(2)).getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Insert a reason')).toHaveCount(0)
  await page.getByLabel('Reject reason').fill('Kept')
  await confirm(page).getByRole('button', { name: 'Reject' }).click()
  await expect(confirm(page).getByRole('alert')).toHaveText('Reject failed: Unknown error')
  await expect(page.getByLabel('Reject reason')).toHaveValue('Kept')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  said.clear()

  // It has no search: there is no field, and an address with a keyword loads the plain list.
  const asked = page.waitForRequest(`**${videoCalls.project.list.path}`)
  await page.goto(`${appOfProvider.url}/#${videos.list}&status=0&search=nothing-like-this`)
  expect((await asked).postData()).not.toContain('search')
  await expect(row(page, videos.title(2))).toBeVisible()
  await expect(page.getByLabel('Review status')).toBeVisible()
  await expect(page.getByLabel('Keyword')).toHaveCount(0)

  // A shared link to an item on another page: the provider has no call for it.
  await page.goto(`${appOfProvider.url}/#${videos.list}&view=999999`)
  await expect(dialog(page)).toContainText('This video could not be found')

  // Categories have the specification's form, and no more.
  await page.goto(`${appOfProvider.url}/#/dashboard/category-config`)
  await page.getByRole('button', { name: 'Edit 音乐', exact: true }).click()
  await expect(page.getByRole('form', { name: 'Add tag' })).toBeVisible()
  await expect(page.locator('.sr-manage, .sr-chip button')).toHaveCount(0)
  expect(wrong).toEqual([])
})

test('through the proxy, a provider that answers in other forms is worked with on one origin', async ({
  page,
}) => {
  const fake = await startFakeProvider({ odd: true })
  const proxied = await startApp({ API_HOST: fake.url, API_PROXY: 'on' })
  const asked = originsOf(page)
  await page.goto(`${proxied.url}/#/login`)
  await page.getByLabel('Phone number').fill(fake.phone)
  await page.getByLabel('Password', { exact: true }).fill(fake.pwd)
  await page.getByRole('button', { name: 'Log in' }).click()

  await test.step('the lists show names of roles, reasons and categories', async () => {
    await expect(page.getByRole('cell', { name: '导演' }).first()).toBeVisible()
    await page.goto(`${proxied.url}/#/dashboard/report-review`)
    await expect(page.getByRole('cell', { name: '违规' }).first()).toBeVisible()
    await page.goto(`${proxied.url}/#/dashboard/video-review?tab=personal&view=301`)
    await expect(dialog(page)).toContainText('音乐')
    await expect(dialog(page).getByText('Certified', { exact: true })).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: 'Mark as featured' })).toBeVisible()
  })

  await test.step('a decision and a new category are successes though no body says more', async () => {
    await dialog(page).getByRole('button', { name: 'Approve' }).click()
    await confirm(page).getByRole('button', { name: 'Approve' }).click()
    await expectToast(page, 'Approved')
    await page.goto(`${proxied.url}/#/dashboard/category-config`)
    const form = page.getByRole('form', { name: 'Add category' })
    await form.getByLabel('Chinese name').fill('戏曲')
    await form.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByRole('button', { name: 'Edit 戏曲', exact: true })).toBeVisible()
    await expect(page.getByText('Category add failed')).toHaveCount(0)
  })

  await test.step('a link to a screen that the provider lacks leads to the first screen', async () => {
    await page.goto(`${proxied.url}/#/dashboard/project-review`)
    await expect(page).toHaveURL(/auth-review$/)
  })
  expect([...asked.keys()].filter((origin) => origin === fake.url)).toEqual([])
  await proxied.close()
  await fake.close()
})
