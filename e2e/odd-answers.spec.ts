import type { Page, Route } from '@playwright/test'
import type { AnyCall } from '@screening-room/contract/call'
import { certificationCalls } from '@screening-room/contract/certifications'
import { sessionCalls, tokenOf } from '@screening-room/contract/session'
import { createRandom } from '../server/dist/db/demo/random.js'
import { figure, many } from '../torture/figures.ts'
import type { Account, Server } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'
import { setLanguage } from './setup/walk.ts'

/*
 * Browsers without storage, old tokens, proxies with pages of their own: something is always
 * shown, never a white page. A short run takes a few at random; SEED repeats them.
 */

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const place = '/dashboard/auth-review'

interface Scene {
  page: Page
  server: Server
  account: Account
}

const at = (call: AnyCall) => (url: URL) => url.pathname === call.path
const isLogin = (page: Page) => expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
const isList = (page: Page) => expect(page.locator('tbody tr')).toHaveCount(20)
const isTold = (page: Page) =>
  expect(page.getByRole('alert').getByText('Failed to load the certification list')).toBeVisible()

const answers: Record<string, Parameters<Route['fulfill']>[0]> = {
  'a page of a proxy': { status: 200, contentType: 'text/html', body: '<h1>Welcome</h1>' },
  'a fault of a proxy': { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' },
  nothing: { status: 200, contentType: 'application/json', body: '' },
  'half of an answer': { status: 200, contentType: 'application/json', body: '{"code":200,"da' },
  null: { status: 200, contentType: 'application/json', body: 'null' },
  'a list': { status: 200, contentType: 'application/json', body: '[]' },
  'a number': { status: 200, contentType: 'application/json', body: '200' },
  'no code': { status: 200, contentType: 'application/json', body: '{"data":[]}' },
  'a code in letters': { status: 200, contentType: 'application/json', body: '{"code":"200"}' },
  'data of another kind': {
    status: 200,
    contentType: 'application/json',
    body: '{"code":200,"msg":"ok","data":{"a":1}}',
  },
  'bytes that are no text': { status: 200, body: Buffer.from('ff00fe', 'hex') },
}

/** Each opens the page under one adverse condition and checks what is shown. */
const misfortunes: Record<string, (scene: Scene) => Promise<void>> = {}

for (const [name, answer] of Object.entries(answers)) {
  misfortunes[`${name} instead of a list`] = async ({ page, server, account }) => {
    await page.route(at(certificationCalls.list), (route) => route.fulfill(answer))
    await openAs(page, server, place, account)
    await isTold(page)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await isList(page)
  }
  misfortunes[`${name} instead of the user`] = async ({ page, server, account }) => {
    await page.route(at(sessionCalls.userInfo), (route) => route.fulfill(answer))
    await openAs(page, server, place, account)
    await isLogin(page)
  }
  misfortunes[`${name} instead of the settings`] = async ({ page, server, account }) => {
    await page.route('**/config.json', (route) => route.fulfill(answer))
    await openAs(page, server, place, account)
    await isList(page)
  }
}

for (const storage of ['localStorage', 'sessionStorage'] as const) {
  misfortunes[`${storage} that must not be touched`] = async ({ page, server, account }) => {
    await openAs(page, server, place, account)
    await isList(page)
    await page.addInitScript((name) => {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    }, storage)
    await page.reload()
    // Without local storage there is no token; without session storage everything works.
    if (storage === 'localStorage') await isLogin(page)
    else await isList(page)
  }
}
misfortunes['storage that is full'] = async ({ page, server, account }) => {
  await openAs(page, server, place, account)
  await isList(page)
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await page.reload()
  await isList(page)
  await setLanguage(page, 'zh-CN')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('认证审核')
}

for (const token of [
  'null',
  'undefined',
  '{"id":1}',
  '1'.repeat(10_000),
  '\u0000',
  '审核',
  ' ',
  '-1',
])
  misfortunes[`the token ${JSON.stringify(token.slice(0, 12))}`] = async ({ page, server }) => {
    await page.goto(`${server.url}/#/login`)
    await page.evaluate((text) => localStorage.setItem('token', text), token)
    await page.goto(`${server.url}/#${place}`)
    await page.reload()
    await isLogin(page)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  }
misfortunes['a token without its session'] = async ({ page, server, account }) => {
  await page.goto(`${server.url}/#/login`)
  await page.evaluate((text) => localStorage.setItem('token', text), tokenOf(account))
  await page.goto(`${server.url}/#${place}`)
  await page.reload()
  await isLogin(page)
}

for (const screen of ['Certifications', 'Projects', 'Videos', 'Reports', 'Categories'])
  misfortunes[`no code for ${screen}`] = async ({ page, server, account }) => {
    const places: Record<string, string> = {
      Certifications: place,
      Projects: '/dashboard/project-review',
      Videos: '/dashboard/video-review',
      Reports: '/dashboard/report-review',
      Categories: '/dashboard/category-config',
    }
    await page.route(`**/assets/${screen}Screen-*.js`, (route) =>
      route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>Not found</h1>' }),
    )
    await openAs(page, server, places[screen] ?? place, account)
    await expect(page.getByRole('heading', { name: 'A new version is available' })).toBeVisible()
  }

test('whatever goes wrong, something is shown and never a white page', { tag: '@torture' }, async ({
  browser,
  server,
}) => {
  console.log(`SEED=${seed}`)
  const all = Object.entries(misfortunes)
  const chosen = createRandom(seed).shuffle(all).slice(0, many(5, all.length))
  test.setTimeout(240_000 + chosen.length * 15_000)
  const account = await server.addAccount()
  for (const [name, happens] of chosen)
    await test.step(name, async () => {
      const context = await browser.newContext()
      const page = await context.newPage()
      await happens({ page, server, account })
      await context.close()
    })
  figure('U7', chosen.length)
})
