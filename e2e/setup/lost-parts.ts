import type { Locator, Page } from '@playwright/test'
import { liveCalls } from '@screening-room/contract/live'
import { sql } from '../../server/dist/db/sql.js'
import { addCertification } from './items.ts'
import type { Account, Server } from './server.ts'
import { expect, openAs } from './test.ts'
import { addVideos } from './videos.ts'
import { playsNoPlaylists, setLanguage } from './walk.ts'

/* What first needs each lazy part of the app, what is shown while it is missing, and when it works. */

export interface Scene {
  page: Page
  server: Server
  account: Account
}

export interface Part {
  /** It is found where the part before it has led. */
  follows?: boolean
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
export const rows = (page: Page) => page.locator('tbody tr')
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

export async function signIn({ page, account }: Scene) {
  await page.getByLabel('Phone number').fill(account.phone)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** As if they had added an app: nobody types a code here. */
async function addFactor({ db }: Server, { id }: Account) {
  await db.query(sql`insert into totp (user_id, secret, last_step) values (${id}, 'none', 0)`)
  await db.query(sql`update admin_user set second_factor = true where id = ${id}`)
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

/** The dialog of a new video with this file. */
async function openVideo(scene: Scene, media: string) {
  const videos = await addVideos(scene.server, { media })
  await goTo(scene, `${videos.list.replace('/dashboard/', '')}&view=${videos.id}`)
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
    follows: true,
    need: signIn,
    again: ({ page }) => page.getByRole('button', { name: 'Log in' }).click(),
    told: (page) => page.getByText('Login failed, please retry'),
    works: ({ page }) => expect(rows(page)).toHaveCount(20),
  },
  'src/shared/About.tsx': {
    ...dialog,
    follows: true,
    works: async ({ page }) => {
      await expect(page.getByRole('dialog').getByText('Submitter')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  },
  'src/shared/Notes.tsx': {
    ...dialog,
    need: async (scene) => {
      const id = await addCertification(scene.server)
      const change = sql`update certification set nick_name = 'Another name' where id = ${id}`
      await scene.server.db.query(change)
      await goTo(scene, `auth-review?view=${id}`)
    },
    works: async ({ page }) => {
      await expect(page.getByRole('dialog').getByText('Version 2')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  },
  'src/screens/projects/ProjectsScreen.tsx': listed('project-review'),
  'src/screens/projects/ProjectDialog.tsx': { ...dialog, follows: true },
  'src/screens/videos/VideosScreen.tsx': listed('video-review'),
  'src/screens/videos/VideoDialog.tsx': { ...dialog, follows: true },
  'src/shared/Unplayable.tsx': {
    ...dialog,
    need: (scene) => openVideo(scene, 'gone.webm'),
    works: ({ page }) =>
      expect(page.getByRole('dialog').getByText('This video cannot be played')).toBeVisible(),
  },
  'src/api/media-probe.ts': {
    need: (scene) => openVideo(scene, 'gone-too.webm'),
    again: press,
    told: (page) => page.getByRole('dialog').getByText('This video cannot be played'),
    works: ({ page }) =>
      expect(page.getByRole('dialog').getByRole('alert')).toContainText('not in the store'),
  },
  'src/shared/hls.ts': {
    need: async (scene) => {
      await scene.page.evaluate(playsNoPlaylists)
      await openVideo(scene, 'gone.m3u8')
    },
    again: press,
    told: (page) => page.getByRole('dialog').getByText('The part of this app that plays it'),
    works: async ({ page }) => {
      await expect(page.getByRole('dialog').getByRole('alert')).toContainText('not in the store')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  },
  'src/screens/reports/ReportsScreen.tsx': listed('report-review'),
  'src/screens/focus/FocusScreen.tsx': focused,
  'src/screens/focus/keys/KeysDialog.tsx': {
    follows: true,
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
    follows: true,
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
    follows: true,
    need: ({ page }) => page.getByRole('button', { name: /^Edit/ }).first().click(),
    again: press,
    told: (page) => page.locator('.sr-category').getByText('The server cannot be reached'),
    works: ({ page }) => expect(page.getByRole('button', { name: 'Rename' })).toBeVisible(),
  },
  'src/shared/ExportDialog.tsx': {
    ...overlay('', (page) => page.getByRole('radio', { name: /^CSV/ })),
    need: async (scene) => {
      await goTo(scene, 'project-review')
      await scene.page.getByRole('button', { name: 'Export' }).click()
    },
  },
  'src/screens/members/MemberScreen.tsx': listed('member/1001'),
  'src/screens/reasons/ReasonsScreen.tsx': screen('reasons', ({ page }) =>
    expect(page.getByRole('button', { name: /^Change/ }).first()).toBeVisible(),
  ),
  'src/screens/team/TeamScreen.tsx': screen('team', ({ page }) =>
    expect(page.getByRole('button', { name: 'Invite' })).toBeVisible(),
  ),
  'src/screens/team/ResetFactors.tsx': {
    follows: true,
    need: async (scene) => {
      await addFactor(scene.server, await scene.server.addAccount('reviewer', 'Lost'))
      await scene.page.getByRole('button', { name: 'More actions for Lost' }).click()
      await scene.page.getByRole('button', { name: 'Reset the second factor of Lost' }).click()
    },
    again: press,
    told: (page) => page.getByRole('dialog').getByText('The server cannot be reached'),
    works: async ({ page }) => {
      await expect(page.getByRole('dialog').getByLabel('Reason')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  },
  'src/screens/team/RolesTab.tsx': screen('team?tab=roles', ({ page }) =>
    expect(page.getByRole('columnheader', { name: 'Lead' })).toBeVisible(),
  ),
  'src/screens/overview/OverviewScreen.tsx': listed('overview'),
  'src/screens/overview/PersonScreen.tsx': screen('person/1', ({ page }) =>
    expect(page.getByRole('columnheader', { name: 'Decided' })).toBeVisible(),
  ),
  'src/screens/transparency/TransparencyScreen.tsx': screen('transparency', ({ page }) =>
    expect(page.getByRole('button', { name: 'Print' })).toBeVisible(),
  ),
  'src/screens/confirmations/ConfirmationsScreen.tsx': screen('confirmations', ({ page }) =>
    expect(page.getByText('Confirm what you would do yourself')).toBeVisible(),
  ),
  'src/screens/account/AccountScreen.tsx': screen('account', ({ page }) =>
    expect(page.getByRole('region', { name: 'Sessions' })).toBeVisible(),
  ),
  'src/screens/platform/PlatformScreen.tsx': screen('platform', ({ page }) =>
    expect(page.getByRole('button', { name: 'Create a key' })).toBeVisible(),
  ),
  'src/screens/record/RecordScreen.tsx': screen('record', ({ page }) =>
    expect(page.getByRole('button', { name: 'Verify now' })).toBeVisible(),
  ),
  'src/screens/item/ItemScreen.tsx': screen('item/none', ({ page }) =>
    expect(page.getByText('There is no such item')).toBeVisible(),
  ),
  'src/app/AskSecondPerson.tsx': {
    need: async ({ page, server }) => {
      await server.db.query(
        sql`update team_role set four_eyes = '{roles}' where key = 'administrator'`,
      )
      await goTo({ page, server } as Scene, 'team')
      await page.getByRole('button', { name: 'Invite' }).click()
      const form = page.getByRole('form', { name: 'Invite somebody' })
      await form.getByLabel('Phone number').fill('13700009999')
      await form.getByLabel('Name').fill('Nobody yet')
      await form.getByRole('button', { name: 'Invite' }).click()
    },
    again: press,
    told: (page) => page.getByRole('dialog').getByText('The server cannot be reached'),
    works: async ({ page, server }) => {
      const asked = page.getByRole('dialog', { name: 'Ask a second person' })
      await expect(asked.getByLabel('Reason')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(asked).toHaveCount(0)
      await server.db.query(sql`update team_role set four_eyes = '{}'`)
    },
  },
  'src/app/KeyboardHelp.tsx': {
    ...overlay('Shift+Slash', (page) => page.getByRole('heading', { name: 'Keyboard shortcuts' })),
    follows: true,
  },
  'src/app/Palette.tsx': {
    ...overlay('Control+k', (page) => page.getByRole('combobox', { name: 'Go to' })),
    follows: true,
  },
}

const toChinese: Record<string, Part> = {
  'src/api/news.ts': {
    beside: ['start', 'src/app/Dashboard.tsx', 'src/screens/projects/ProjectsScreen.tsx'],
    need: ({ page, server, account }) => openAs(page, server, '/dashboard/project-review', account),
    works: ({ page }) => page.waitForRequest((one) => one.url().includes(liveCalls.stream.path)),
  },
  'src/texts/zh-CN.ts': {
    follows: true,
    need: ({ page }) => setLanguage(page, 'zh-CN'),
    works: ({ page }) => expect(page.getByRole('heading', { level: 1 })).toHaveText('项目审核'),
  },
  '../node_modules/antd/es/locale/zh_CN.js': {
    follows: true,
    works: ({ page }) => expect(page.getByTitle('上一页')).toBeVisible(),
  },
  'src/screens/certifications/CertificationsScreen.tsx': listed('auth-review'),
  'src/texts/zh-CN-focus.ts': {
    follows: true,
    need: ({ page }) => page.keyboard.press('f'),
    again: press,
    told: tryAgain,
    works: ({ page }) => expect(page.getByRole('button', { name: /^通过/ })).toBeVisible(),
  },
  'src/app/PasswordLink.tsx': {
    need: ({ page, server }) => page.goto(`${server.url}/#/link/made-up`),
    again: press,
    told: tryAgain,
    works: ({ page }) => expect(page.getByRole('alert')).toContainText('该链接已失效'),
  },
}

const toTheSecondStep: Record<string, Part> = {
  'src/app/SecondStep.tsx': {
    need: async (scene) => {
      await addFactor(scene.server, scene.account)
      await scene.page.goto(`${scene.server.url}/#/login`)
      await signIn(scene)
    },
    again: ({ page }) => page.getByRole('button', { name: 'Log in' }).click(),
    told: (page) => page.getByText('Login failed, please retry'),
    works: ({ page }) => expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused(),
  },
}

/** Each in one page, which is never loaded again. */
export const walks = {
  'from the login to focus review': fromTheLogin,
  'from an address to the configuration': fromAnAddress,
  'from English to Chinese': toChinese,
  'to the second step of a sign-in': toTheSecondStep,
}
