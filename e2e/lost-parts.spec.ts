import type { Locator, Page } from '@playwright/test'
import { liveCalls } from '@screening-room/contract/live'
import { figure } from '../torture/figures.ts'
import { addCertification } from './setup/items.ts'
import { filesToLose, lazyParts, loseFiles } from './setup/parts.ts'
import type { Account, Server } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'

/*
 * A part of the app whose files got lost on the way is loaded by the next attempt, in every browser:
 * without a reload, and with everything that was typed still there.
 */

interface Scene {
  page: Page
  server: Server
  account: Account
}

interface Walk {
  /** What has been loaded before this part is needed. */
  after?: string[]
  /** Where it begins, with everything at hand. */
  open: (scene: Scene) => Promise<unknown>
  /** The first thing that needs the part. */
  need?: (scene: Scene) => Promise<unknown>
  /** Asks again; without it, the app does so by itself. */
  again?: (scene: Scene) => Promise<unknown>
  /** What is to be seen while the part is missing. */
  told?: (page: Page) => Locator
  works: (scene: Scene) => Promise<unknown>
}

const tryAgain = (page: Page) => page.getByRole('button', { name: /^(Try again|重试)$/ }).first()
const press: Walk['again'] = ({ page }) => tryAgain(page).click()
const rows = (page: Page) => page.locator('tbody tr')
const dashboard = ['src/app/Dashboard.tsx', 'src/app/routes.ts', 'sign-in']
const english = ['src/texts/en.ts', ...dashboard]
const open =
  (path: string) =>
  ({ page, server, account }: Scene) =>
    openAs(page, server, `/dashboard/${path}`, account)
const speakChinese = (page: Page) => page.getByLabel(/^(Language|语言)$/).selectOption('中文')

/** A screen, opened by its address. */
const screen = (path: string, works: Walk['works']): Walk => ({
  after: english,
  open: open(path),
  again: press,
  told: tryAgain,
  works,
})
const listed = (path: string) =>
  screen(path, ({ page }) => expect(rows(page).first()).toBeVisible())

async function signIn({ page, account }: Scene) {
  await page.getByLabel('Phone number').fill(account.phone)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

const videos = 'src/screens/videos/VideosScreen.tsx'
const projects = 'src/screens/projects/ProjectsScreen.tsx'
const certifications = 'src/screens/certifications/CertificationsScreen.tsx'
const focus = 'src/screens/focus/FocusScreen.tsx'

const dialogOf = (path: string, list: string): Walk => ({
  after: [...english, list],
  open: open(path),
  need: ({ page }) => page.getByRole('button', { name: 'View', exact: true }).first().click(),
  again: press,
  told: (page) => page.getByRole('dialog').getByText('The server cannot be reached'),
  works: ({ page }) => expect(page.getByRole('dialog').getByText('History')).toBeVisible(),
})

const walks: Record<string, Walk> = {
  'src/texts/en.ts': {
    open: ({ page, server }) => page.goto(`${server.url}/#/login`),
    works: ({ page }) => expect(page.getByRole('button', { name: 'Log in' })).toBeVisible(),
  },
  'sign-in': {
    after: ['src/texts/en.ts'],
    open: ({ page, server }) => page.goto(`${server.url}/#/login`),
    need: signIn,
    again: ({ page }) => page.getByRole('button', { name: 'Log in' }).click(),
    told: (page) => page.getByText('Login failed, please retry'),
    works: ({ page }) => expect(rows(page)).toHaveCount(20),
  },
  'src/app/Dashboard.tsx': { ...listed('auth-review'), after: ['src/texts/en.ts', 'sign-in'] },
  'src/app/routes.ts': { ...listed('auth-review'), after: ['src/texts/en.ts', 'sign-in'] },
  [certifications]: listed('auth-review'),
  [projects]: listed('project-review'),
  [videos]: listed('video-review'),
  'src/screens/reports/ReportsScreen.tsx': listed('report-review'),
  'src/screens/categories/CategoriesScreen.tsx': screen('category-config', ({ page }) =>
    expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible(),
  ),
  'src/screens/reasons/ReasonsScreen.tsx': screen('reasons', ({ page }) =>
    expect(page.getByRole('button', { name: /^Change/ }).first()).toBeVisible(),
  ),
  [focus]: screen('focus/auth', ({ page }) =>
    expect(page.getByRole('button', { name: /^Approve/ })).toBeVisible(),
  ),
  'src/texts/en-focus.ts': screen('focus/auth', ({ page }) =>
    expect(page.getByRole('button', { name: /^Approve/ })).toBeVisible(),
  ),
  'src/texts/zh-CN-focus.ts': {
    after: [...english, 'src/texts/zh-CN.ts'],
    open: async (scene) => {
      await open('auth-review')(scene)
      await expect(rows(scene.page)).toHaveCount(20)
      await speakChinese(scene.page)
      await expect(scene.page.getByRole('heading', { level: 1 })).toHaveText('认证审核')
    },
    need: ({ page }) => page.keyboard.press('f'),
    again: press,
    told: tryAgain,
    works: ({ page }) => expect(page.getByRole('button', { name: /^通过/ })).toBeVisible(),
  },
  'src/screens/focus/keys/KeysDialog.tsx': {
    after: [...english, focus, 'src/texts/en-focus.ts'],
    open: async (scene) => {
      await open('focus/auth')(scene)
      await expect(scene.page.getByRole('button', { name: /^Approve/ })).toBeVisible()
    },
    need: ({ page }) => page.keyboard.press('Shift+Slash'),
    again: press,
    told: (page) => page.getByRole('dialog').getByText('The server cannot be reached'),
    works: ({ page }) => expect(page.getByRole('dialog').getByText('Approve')).toBeVisible(),
  },
  'src/screens/projects/ProjectDialog.tsx': dialogOf('project-review', projects),
  'src/screens/videos/VideoDialog.tsx': dialogOf('video-review', videos),
  'src/shared/Pictures.tsx': {
    after: [...english, certifications],
    open: async (scene) => {
      const id = await addCertification(scene.server)
      await open(`auth-review?view=${id}`)(scene)
    },
    again: press,
    told: (page) => page.getByRole('dialog').getByText('The server cannot be reached'),
    works: ({ page }) => expect(page.getByRole('dialog').locator('img').first()).toBeVisible(),
  },
  'src/ui/DateInput.tsx': {
    after: [...english, certifications],
    open: open('auth-review'),
    need: ({ page }) => page.getByRole('textbox', { name: 'Keyword' }).fill('typed, not searched'),
    again: press,
    // Both fields.
    told: (page) => page.getByRole('button', { name: 'Try again' }).nth(1),
    works: async ({ page }) => {
      await expect(page.getByRole('textbox', { name: 'Start date' })).toBeEditable()
      // The other field has a notice of its own.
      await tryAgain(page).click()
      await expect(page.getByRole('textbox', { name: 'End date' })).toBeEditable()
      await expect(page.getByRole('textbox', { name: 'Keyword' })).toHaveValue(
        'typed, not searched',
      )
    },
  },
  'src/api/news.ts': {
    after: english,
    open: open('auth-review'),
    works: ({ page }) => page.waitForRequest((one) => one.url().includes(liveCalls.stream.path)),
  },
  'src/texts/zh-CN.ts': {
    after: english,
    open: open('auth-review'),
    need: ({ page }) => speakChinese(page),
    works: ({ page }) => expect(page.getByRole('heading', { level: 1 })).toHaveText('认证审核'),
  },
  '../node_modules/antd/es/locale/zh_CN.js': {
    after: [...english, projects],
    open: open('project-review'),
    need: ({ page }) => speakChinese(page),
    works: ({ page }) => expect(page.getByTitle('上一页')).toBeVisible(),
  },
}

test('every lazy part of the build has its walk here', () => {
  expect(Object.keys(walks).sort()).toEqual([...lazyParts].sort())
})

for (const [name, walk] of Object.entries(walks))
  test(`${name} is lost twice and loaded then, without a reload`, { tag: '@torture' }, async ({
    page,
    server,
  }) => {
    const scene = { page, server, account: await server.addAccount('administrator') }
    const { own, dependency, style } = filesToLose(name, walk.after ?? [])
    const files = await loseFiles(page)
    files.lose(own, dependency, style)
    await walk.open(scene)
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    await walk.need?.(scene)
    const { again, told } = walk
    if (!again || !told) await expect.poll(files.count).toBeGreaterThanOrEqual(2)
    else {
      await expect(told(page)).toBeVisible()
      // Once more all of them, then one of what it needs alone.
      const rounds = [[own, dependency, style], [dependency, style], [style]]
      for (const lost of rounds.filter((files) => files.some(Boolean))) {
        files.lose(...lost)
        const before = files.count()
        await again(scene)
        await expect.poll(files.count).toBeGreaterThan(before)
        await expect(told(page)).toBeVisible()
      }
    }
    files.lose()
    // Before the attempt: some of it is an event that comes once.
    const works = walk.works(scene)
    await again?.(scene)
    await works
    expect(await page.evaluate(() => 'stayed' in window), 'it was never reloaded').toBe(true)
    figure('U8', 1)
  })

test('files that a new version took away: the reload is offered, and what was typed is there after it', async ({
  page,
  server,
}) => {
  const account = await server.addAccount()
  const gone = { status: 404, contentType: 'application/json', body: '{}' }
  await page.route('**/assets/sign-in-*.js', (route) => route.fulfill(gone))
  await page.goto(`${server.url}/#/login`)
  await signIn({ page, server, account })
  await expect(page.getByRole('heading', { name: 'A new version is available' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'A new version is available' })).toHaveCount(0)
  await expect(page.getByLabel('Phone number')).toHaveValue(account.phone)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(rows(page)).toHaveCount(20)
})
