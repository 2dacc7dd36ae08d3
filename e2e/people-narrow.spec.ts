import type { Page } from '@playwright/test'
import { sql } from '../server/dist/db/sql.js'
import { addressOfOurs } from '../server/test/setup/mail-server.ts'
import { figure } from '../torture/figures.ts'
import { closeDialogs, dialogOnlyInShort, findings, otherRules } from './setup/findings.ts'
import { deal, seed } from './setup/lots.ts'
import { type Account, type Server, startServer } from './setup/server.ts'
import { expect, signInContext, test } from './setup/test.ts'
import { allViews, settle, type View } from './setup/views.ts'

/*
 * What is about people, on a narrow phone: each screen, form and dialog, in both languages and themes. A short run
 * takes one language and theme for each, so that all of them come up.
 */

const narrow = { width: 360, height: 740 }
const locales = ['en-US', 'zh-CN']
const themes = ['light', 'dark'] as const
const ways = locales.flatMap((locale) => themes.map((theme) => ({ locale, theme })))
const known = ['team', 'team-invite', 'team-roles', 'account', 'confirmations']

const click = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click()
const dialog = (page: Page) => page.getByRole('dialog').last()
/** The latest row of the team is somebody who has not joined yet. */
const ofNewcomer = /Newcomer/

async function newLink(page: Page) {
  await page
    .getByRole('button', { name: /^(More actions for Newcomer|Newcomer 的更多操作)$/ })
    .click()
  await page.getByRole('button', { name: /^(New link for Newcomer|为Newcomer生成新链接)$/ }).click()
  await dialog(page).waitFor()
}

/** Views beside those that others look at too; in the last one, the role no longer acts alone. */
const more: View[] = [
  { name: 'team-new-link', path: '/dashboard/team', open: newLink },
  {
    name: 'team-made-link',
    path: '/dashboard/team',
    async open(page) {
      await newLink(page)
      await dialog(page).getByRole('textbox').fill('newcomer@example.com')
      await dialog(page).getByRole('button').last().click()
      await page.locator('.sr-made-link [role=alert]').waitFor()
    },
  },
  {
    name: 'team-change-role',
    path: '/dashboard/team',
    async open(page) {
      await page.getByRole('row', { name: ofNewcomer }).getByRole('button').first().click()
      await dialog(page).getByRole('combobox').waitFor()
    },
  },
  {
    name: 'team-new-role',
    path: '/dashboard/team?tab=roles',
    async open(page) {
      await click(page, /New role|Create|新建角色/)
      await page.getByRole('form').waitFor()
    },
  },
  {
    name: 'confirmations-refuse',
    path: '/dashboard/confirmations',
    async open(page) {
      await click(page, /^(Refuse|不通过)/)
      await dialog(page).getByRole('textbox').waitFor()
    },
  },
  {
    name: 'confirmations-confirm',
    path: '/dashboard/confirmations',
    async open(page) {
      await click(page, /^(Confirm|复核通过)/)
      await dialog(page).waitFor()
    },
  },
  {
    name: 'ask-second-person',
    path: '/dashboard/team',
    async open(page) {
      await newLink(page)
      await dialog(page).getByRole('button').last().click()
      await dialog(page)
        .getByText(/second person|复核/)
        .first()
        .waitFor()
    },
  },
]

/** One request of one's own, and those of a colleague, with long words in them. */
async function addRequests({ db }: Server, me: Account, other: Account): Promise<void> {
  const invitation = {
    phone: '13877770909',
    nickName: 'Quill of the long name',
    role: 'lead',
    email: 'quill.of.the.long.name@mail.example.com',
  }
  const fields = JSON.stringify(invitation)
  for (const { id } of [me, other])
    await db.query(sql`
      insert into confirmation (call, fields, subject_queue, subject_id, reason, asked_by, expires_at)
      values ('/admin/ext/team/invite', ${fields}::jsonb, 'account', ${id},
        ${'Reasons-of-one-word'.repeat(12)}, ${id}, now() + interval '1 day')`)
}

/** What scrolls sideways. */
const wide = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, [role="dialog"]')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => `${one.tagName} scrolls sideways`),
  )

test('team, roles, requests, account and their dialogs at 360 px: no finding in any language or theme', {
  tag: '@torture',
}, async ({ browser }) => {
  test.setTimeout(600_000)
  console.log(`SEED=${seed}`)
  const server = await startServer({
    SMTP_URL: 'smtp://127.0.0.1:1',
    SMTP_FROM: 'review@example.com',
    ...(await addressOfOurs()),
  })
  try {
    const me = await server.addAccount('administrator', 'Ada')
    const other = await server.addAccount('administrator', 'Bo')
    const newcomer = await server.addAccount('reviewer', 'Newcomer')
    await server.db.query(sql`update admin_user set status = 'invited' where id = ${newcomer.id}`)
    await addRequests(server, me, other)
    const views = [...(await allViews(server)).filter(({ name }) => known.includes(name)), ...more]
    expect(views).toHaveLength(known.length + more.length)
    const dealt = deal(views, ways)
    for (const locale of locales) {
      const context = await browser.newContext({
        locale,
        viewport: narrow,
        reducedMotion: 'reduce',
        bypassCSP: true,
      })
      const page = await context.newPage()
      await signInContext(context, server, me)
      await page.goto(`${server.url}/healthz`)
      for (const { item, drawn } of dealt) {
        const { name, path, open } = item
        const own = drawn.filter((way) => way.locale === locale)
        if (own.length === 0) continue
        if (name === 'ask-second-person') {
          // From here on nobody acts alone.
          await server.db.query(sql`update team_role set four_eyes = '{roles}'`)
          await page.goto(`${server.url}/healthz`)
        }
        await page.goto(`${server.url}/#${path}`)
        await settle(page)
        if (open) {
          await open(page)
          await settle(page)
        }
        for (const [nth, { theme }] of own.entries()) {
          await page.emulateMedia({ colorScheme: theme })
          await expect(page.locator('html')).toHaveClass(theme === 'dark' ? /dark/ : /^$/)
          // In the other theme only colours differ.
          const rules = nth === 0 ? otherRules : []
          const found = await findings(page, rules, () => true, dialogOnlyInShort)
          expect.soft([...found, ...(await wide(page))], `${name}, ${locale}, ${theme}`).toEqual([])
          figure('U10', 1)
        }
        await closeDialogs(page)
      }
      await server.db.query(sql`update team_role set four_eyes = '{}'`)
      await context.close()
    }
  } finally {
    await server.close()
  }
})
