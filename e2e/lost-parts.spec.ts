import type { Locator, Page } from '@playwright/test'
import { liveCalls } from '@screening-room/contract/live'
import { figure } from '../torture/figures.ts'
import { addCertification } from './setup/items.ts'
import { fileOf, filesToLose, lazyParts, loseFiles } from './setup/parts.ts'
import type { Account, Server } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'
import { setLanguage } from './setup/walk.ts'

/*
 * A part of the app whose files got lost on the way is loaded by the next attempt, in every browser:
 * without a reload, and with everything that was typed still there.
 */

interface Scene {
  page: Page
  server: Server
  account: Account
}

interface Part {
  /** What is loaded beside it, and must not be lost with it. */
  beside?: string[]
  /** The first thing that needs it. */
  need?: (scene: Scene) => Promise<unknown>
  /** Asks again; without it, the app does so by itself. */
  again?: (scene: Scene) => Promise<unknown>
  /** What is to be seen while the part is missing. */
  told?: (page: Page) => Locator
  works: (scene: Scene) => Promise<unknown>
}

const tryAgain = (page: Page) => page.getByRole('button', { name: /^(Try again|重试)$/ }).first()
const press: Part['again'] = ({ page }) => tryAgain(page).click()
const rows = (page: Page) => page.locator('tbody tr')
const goTo = ({ page, server }: Scene, path: string) =>
  page.goto(`${server.url}/#/dashboard/${path}`)

const screen = (path: string, works: Part['works']): Part => ({
  need: (scene) => goTo(scene, path),
  again: press,
  told: tryAgain,
  works,
})
const listed = (path: string) =>
  screen(path, ({ page }) => expect(rows(page).first()).toBeVisible())
const focused = screen('focus/auth', ({ page }) =>
  expect(page.getByRole('button', { name: /^Approve/ })).toBeVisible(),
)

async function signIn({ page, account }: Scene) {
  await page.getByLabel('Phone number').fill(account.phone)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** A dialog of the list that is open. */
const dialog: Part = {
  need: ({ page }) => page.getByRole('button', { name: 'View', exact: true }).first().click(),
  again: press,
  told: (page) => page.getByRole('dialog').getByText('The server cannot be reached'),
  works: async ({ page }) => {
    await expect(page.getByRole('dialog').getByText('History')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
}

/** What a key opens over any list. */
const overlay = (key: string, shown: (page: Page) => Locator): Part => ({
  need: ({ page }) => page.keyboard.press(key),
  again: press,
  told: (page) => page.getByRole('dialog').getByText('The server cannot be reached'),
  works: async ({ page }) => {
    await expect(shown(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
})

const fromTheLogin: Record<string, Part> = {
  'src/texts/en.ts': {
    need: ({ page, server }) => page.goto(`${server.url}/#/login`),
    works: ({ page }) => expect(page.getByRole('button', { name: 'Log in' })).toBeVisible(),
  },
  start: {
    need: signIn,
    again: ({ page }) => page.getByRole('button', { name: 'Log in' }).click(),
    told: (page) => page.getByText('Login failed, please retry'),
    works: ({ page }) => expect(rows(page)).toHaveCount(20),
  },
  'src/shared/About.tsx': {
    ...dialog,
    works: async ({ page }) => {
      await expect(page.getByRole('dialog').getByText('Submitter')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  },
  'src/screens/projects/ProjectsScreen.tsx': listed('project-review'),
  'src/screens/projects/ProjectDialog.tsx': dialog,
  'src/screens/videos/VideosScreen.tsx': listed('video-review'),
  'src/screens/videos/VideoDialog.tsx': dialog,
  'src/screens/reports/ReportsScreen.tsx': listed('report-review'),
  'src/screens/focus/FocusScreen.tsx': focused,
  'src/screens/focus/keys/KeysDialog.tsx': {
    need: ({ page }) => page.keyboard.press('Shift+Slash'),
    again: press,
    told: (page) => page.getByRole('dialog').getByText('The server cannot be reached'),
    works: ({ page }) => expect(page.getByRole('dialog').getByText('Approve')).toBeVisible(),
  },
}

/** A list that is opened by its address, after the sign-in. */
const opened: Part = {
  ...listed('project-review'),
  beside: ['src/texts/en.ts', 'start'],
  need: ({ page, server, account }) => openAs(page, server, '/dashboard/project-review', account),
}

const fromAnAddress: Record<string, Part> = {
  'src/app/Dashboard.tsx': opened,
  'src/ui/DateInput.tsx': {
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
  'src/shared/Pictures.tsx': {
    need: async (scene) => goTo(scene, `auth-review?view=${await addCertification(scene.server)}`),
    again: press,
    told: (page) => page.getByRole('dialog').getByText('The server cannot be reached').first(),
    works: ({ page }) => expect(page.getByRole('dialog').locator('img').first()).toBeVisible(),
  },
  'src/texts/en-focus.ts': focused,
  'src/screens/categories/CategoriesScreen.tsx': screen('category-config', ({ page }) =>
    expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible(),
  ),
  'src/screens/categories/ManageCategory.tsx': {
    need: ({ page }) => page.getByRole('button', { name: /^Edit/ }).first().click(),
    again: press,
    told: (page) => page.locator('.sr-category').getByText('The server cannot be reached'),
    works: ({ page }) => expect(page.getByRole('button', { name: 'Rename' })).toBeVisible(),
  },
  'src/screens/reasons/ReasonsScreen.tsx': screen('reasons', ({ page }) =>
    expect(page.getByRole('button', { name: /^Change/ }).first()).toBeVisible(),
  ),
  'src/app/KeyboardHelp.tsx': overlay('Shift+Slash', (page) =>
    page.getByRole('heading', { name: 'Keyboard shortcuts' }),
  ),
  'src/app/Palette.tsx': overlay('Control+k', (page) =>
    page.getByRole('combobox', { name: 'Go to' }),
  ),
}

const toChinese: Record<string, Part> = {
  'src/api/news.ts': {
    beside: ['start', 'src/app/Dashboard.tsx', 'src/screens/projects/ProjectsScreen.tsx'],
    need: ({ page, server, account }) => openAs(page, server, '/dashboard/project-review', account),
    works: ({ page }) => page.waitForRequest((one) => one.url().includes(liveCalls.stream.path)),
  },
  'src/texts/zh-CN.ts': {
    need: ({ page }) => setLanguage(page, 'zh-CN'),
    works: ({ page }) => expect(page.getByRole('heading', { level: 1 })).toHaveText('项目审核'),
  },
  '../node_modules/antd/es/locale/zh_CN.js': {
    works: ({ page }) => expect(page.getByTitle('上一页')).toBeVisible(),
  },
  'src/screens/certifications/CertificationsScreen.tsx': listed('auth-review'),
  'src/texts/zh-CN-focus.ts': {
    need: ({ page }) => page.keyboard.press('f'),
    again: press,
    told: tryAgain,
    works: ({ page }) => expect(page.getByRole('button', { name: /^通过/ })).toBeVisible(),
  },
}

/** Each in one page, which is never loaded again. */
const walks = {
  'from the login to focus review': fromTheLogin,
  'from an address to the configuration': fromAnAddress,
  'from English to Chinese': toChinese,
}

test('every lazy part of the build has its walk here', () => {
  const walked = Object.values(walks).flatMap((parts) => Object.keys(parts))
  expect(walked.sort()).toEqual([...lazyParts].sort())
})

for (const [way, parts] of Object.entries(walks))
  test(`every part ${way} is lost twice and loaded then, without a reload`, {
    tag: '@torture',
  }, async ({ page, server }) => {
    const scene = { page, server, account: await server.addAccount('administrator') }
    const files = await loseFiles(page)
    const names = Object.keys(parts)
    const losePart = async (name: string, { beside = [], need, again, told, works }: Part) => {
      const { own, dependency, style } = filesToLose(name, beside, files.arrived)
      const all = [own, dependency, style].filter((file) => file !== undefined)
      // Those of later parts are lost too: this one may bring a screen that asks for them at once.
      const later = names.slice(names.indexOf(name) + 1).map(fileOf)
      files.lose([...all, ...later])
      await need?.(scene)
      if (name === names[0]) await page.evaluate(() => Object.assign(window, { stayed: true }))
      if (!again || !told) await expect.poll(() => files.count([own])).toBeGreaterThanOrEqual(2)
      else {
        await expect(told(page)).toBeVisible()
        // Once more all of them, then one of what it needs alone.
        for (let lost = all; lost.length > 0; lost = lost.slice(1)) {
          files.lose([...lost, ...later])
          const before = files.count(lost)
          await again(scene)
          await expect.poll(() => files.count(lost)).toBeGreaterThan(before)
          await expect(told(page)).toBeVisible()
        }
      }
      files.lose(later)
      // Before the attempt: some of it is an event that comes once.
      const working = works(scene)
      await again?.(scene)
      await working
      expect(await page.evaluate(() => 'stayed' in window), 'it was never reloaded').toBe(true)
      figure('U8', 1)
    }
    for (const [name, part] of Object.entries(parts))
      await test.step(`${name} is lost twice and loaded then`, () => losePart(name, part))
  })

test('files that a new version took away: the reload is offered, and what was typed is there after it', async ({
  page,
  server,
}) => {
  const account = await server.addAccount()
  const gone = { status: 404, contentType: 'application/json', body: '{}' }
  await page.route('**/assets/start-*.js', (route) => route.fulfill(gone))
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
