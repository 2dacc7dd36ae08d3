import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { sql } from '../../server/dist/db/sql.js'
import type { Server } from './server.ts'
import { allViews, settle, type View } from './views.ts'

/* The dialogs that are opened in passing, for the screenshots alone. */

const demoPicture = fileURLToPath(
  new URL('../../server/demo-media/pictures/banner-01.webp', import.meta.url),
)

type Name = RegExp

/** Clicks buttons one after the other, in either language, and waits for what the last one opens. */
const click =
  (role: 'dialog' | 'form' | 'group' | 'menu', ...names: Name[]) =>
  async (page: Page) => {
    for (const name of names) await page.getByRole('button', { name }).first().click()
    await page.getByRole(role).last().waitFor()
    if (role === 'dialog')
      await page.getByRole('dialog').last().getByRole('button').last().waitFor()
  }

const approve = /^(Approve|通过|通 过)$/
const reject = /^(Reject|驳回|驳 回)$/

/** A link to set a password, by the menu of a row of the team. */
async function makeLink(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^More actions for|的更多操作$/ })
    .first()
    .click()
  await page
    .getByRole('button', { name: /^New link for|生成新链接$/ })
    .first()
    .click()
  await page.locator('.sr-made-link input').waitFor()
}

export async function screenshotViews(server: Server): Promise<View[]> {
  const dashboard = (path: string) => `/dashboard/${path}`
  const [decided] = await server.db.query<{ id: number }>(
    sql`select id from certification where status = 3 and role_id <> 99 order by id limit 1`,
  )
  const [category] = await server.db.query<{ id: number }>(
    sql`select id from category order by id limit 1`,
  )
  // Somebody who uses an authenticator app.
  await server.db.query(sql`
    insert into totp (user_id, secret, last_step)
    select max(id), '\\x01', 0 from admin_user where role = 'reviewer' on conflict do nothing`)
  // A colleague's request.
  await server.db.query(sql`
    insert into confirmation (call, fields, subject_queue, subject_id, reason, asked_by, expires_at)
    select '/admin/data/personal/opt/offline', '{"offlineReasons": ["1"]}', 'video',
      (select max(id) from video where status <> 0), '片尾含联系方式', max(id), now() + interval '1 day'
      from admin_user where role = 'reviewer'
    on conflict do nothing`)
  return [
    ...(await allViews(server)),
    {
      name: 'menu',
      widths: [390],
      path: dashboard('video-review'),
      open: async (page) => {
        await page.getByRole('button', { name: /^(Main menu|主菜单)$/ }).click()
        await page.getByRole('navigation', { name: /^(Main menu|主菜单)$/ }).waitFor()
      },
    },
    {
      name: 'filters',
      widths: [390],
      path: dashboard('video-review?status=0'),
      open: (page) => page.getByRole('button', { name: /^(Filters|筛选)/ }).click(),
    },
    {
      name: 'account-menu',
      path: dashboard('video-review'),
      open: (page) => page.locator('.sr-user > button').click(),
    },
    {
      name: 'columns',
      path: dashboard('project-review'),
      open: async (page) => {
        const settings = page.getByRole('button', { name: /^(Columns and rows|列与行高)$/ })
        if (await settings.isVisible()) await settings.click()
      },
    },
    { name: 'video-review-search', path: dashboard('video-review?search=的') },
    { name: 'report-review-most', path: dashboard('report-review?order=reported') },
    {
      name: 'auth-review-reopen',
      path: dashboard(`auth-review?view=${decided?.id}`),
      open: click('dialog', /^(Re-open|重新打开)$/),
    },
    {
      name: 'auth-review-picture',
      path: dashboard(`auth-review?view=${decided?.id}`),
      open: async (page) => {
        await page
          .getByRole('img', { name: /^(Picture 1|图片 1)/ })
          .first()
          .click()
        await page.locator('.ant-image-preview').first().waitFor()
      },
    },
    {
      name: 'video-review-approve',
      path: dashboard('video-review?status=0'),
      open: async (page) => {
        await openOnPhone(page)
        await click('dialog', approve)(page)
      },
    },
    {
      name: 'video-review-reject',
      path: dashboard('video-review?status=0'),
      open: async (page) => {
        await openOnPhone(page)
        await click('dialog', reject)(page)
      },
    },
    {
      name: 'report-review-dismiss',
      path: dashboard('report-review'),
      open: async (page) => {
        await openOnPhone(page)
        await click('dialog', /^(Dismiss|Dismiss report|驳回举报)$/)(page)
      },
    },
    {
      name: 'report-review-take-down',
      path: dashboard('report-review'),
      open: async (page) => {
        await openOnPhone(page)
        await click('dialog', /^(Take down|Take down video|下架|下 架|下架视频)$/)(page)
      },
    },
    {
      name: 'category-merge',
      path: dashboard(`category-config?view=${category?.id}`),
      open: click('dialog', /^(Merge into…|合并到…)$/),
    },
    {
      name: 'reasons-policy',
      path: dashboard('reasons'),
      open: click('form', /^Change the policy of|的规则说明$/),
    },
    {
      name: 'reasons-strikes',
      path: dashboard('reasons'),
      open: click('form', /^(Change strikes|修改违规计分)$/),
    },
    {
      name: 'team-change-role',
      path: dashboard('team'),
      open: click('dialog', /^Change the role of|^更换.*的角色$/),
    },
    {
      name: 'team-disable',
      path: dashboard('team'),
      open: click('dialog', /^More actions for|的更多操作$/, /^(Disable|停用): /),
    },
    { name: 'team-link', path: dashboard('team'), open: makeLink },
    {
      name: 'team-new-role',
      path: dashboard('team?tab=roles'),
      open: click('form', /^(Create a role|新建角色)$/),
    },
    {
      name: 'set-password',
      path: dashboard('team'),
      open: async (page) => {
        await makeLink(page)
        const link = await page.locator('.sr-made-link input').inputValue()
        await page.goto('about:blank')
        await page.goto(link)
        await settle(page)
      },
    },
    {
      name: 'account-authenticator',
      path: dashboard('account'),
      open: async (page) => {
        await page
          .getByRole('button', { name: /^(Add an authenticator app|添加身份验证器)/ })
          .click()
        await page
          .getByRole('textbox', { name: /^(Six-digit code|6 位验证码|六位验证码)/ })
          .waitFor()
      },
    },
    {
      name: 'confirmations-withdraw',
      path: dashboard('confirmations'),
      open: click('dialog', /^(Withdraw|撤回|撤 回)/),
    },
    {
      name: 'platform-key-rotate',
      path: dashboard('platform'),
      open: click('dialog', /^(Rotate|轮换) /),
    },
    {
      name: 'platform-key-shown',
      path: dashboard('platform'),
      open: async (page) => {
        await click('dialog', /^(Rotate|轮换) /)(page)
        await page.getByRole('dialog').last().getByRole('button').last().click()
        await page.getByRole('dialog').getByRole('textbox').waitFor()
      },
    },
    {
      name: 'platform-range',
      path: dashboard('platform?tab=deliveries'),
      open: click('form', /^(Send a range again|重新推送一段)$/),
    },
    {
      name: 'record-statements',
      path: dashboard('record'),
      open: click('dialog', /^(Statements of reasons|理由说明（DSA）)$/),
    },
    {
      name: 'item-export',
      path: dashboard(`item/certification/${decided?.id}`),
      open: click('form', /^(Export as a bundle|导出凭证包)$/),
    },
    {
      name: 'member-erase',
      path: dashboard('member/1001'),
      open: click('dialog', /^(Erase personal data|清除个人数据)$/),
    },
    {
      name: 'confirmations-confirm',
      path: dashboard('confirmations'),
      open: click('dialog', /^(Confirm|复核通过): /),
    },
    {
      name: 'team-reset-factor',
      path: dashboard('team'),
      open: async (page) => {
        const row = page.getByRole('row').filter({ has: page.getByText(/^(App|验证器)/) })
        await row.getByRole('button', { name: /^More actions for|的更多操作$/ }).click()
        await click('dialog', /^Reset the second factor of|^重置.*的两步验证$/)(page)
      },
    },
    {
      name: 'account-picture',
      path: dashboard('account'),
      open: async (page) => {
        await page.locator('input[type=file]').setInputFiles(demoPicture)
        await page.getByRole('slider').first().waitFor()
      },
    },
    {
      name: 'focus-review-sheet',
      path: dashboard('focus/project-video'),
      open: async (page) => {
        await page.waitForTimeout(4000)
        await page.keyboard.press('v')
        await page.waitForTimeout(500)
      },
    },
  ]
}

/** There the buttons of a row stand in its dialog. */
async function openOnPhone(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 640) await page.locator('tr[data-row]').first().click()
}
