import type { Locator, Page } from '@playwright/test'
import { sql } from '../../server/dist/db/sql.js'
import type { Server } from './server.ts'

/* Every screen and dialog, by name: for the screenshots and for the accessibility tests. */

export interface View {
  name: string
  path: string
  /** What to do once the page is open, in either language. */
  open?: (page: Page) => Promise<void>
}

const button = (page: Page, name: RegExp) => page.getByRole('button', { name }).last()
/** For a dialog that the address opens. */
const detailIsOpen = (page: Page) => page.getByRole('dialog').first().waitFor()

/** Right after an item appears, decisions are ignored. */
async function press(page: Page, key: string, shows: Locator): Promise<void> {
  await page.waitForTimeout(400)
  await page.keyboard.press(key)
  await shows.waitFor()
}

async function idOf(server: Server, statement: ReturnType<typeof sql>): Promise<number> {
  const [row] = await server.db.query<{ id: number }>(statement)
  if (!row) throw new Error('the demo data has nothing to show here')
  return row.id
}

export async function allViews(server: Server): Promise<View[]> {
  const certification = await idOf(
    server,
    sql`select id from certification where status = 0 and pictures like '%","%' order by id limit 1`,
  )
  const decided = await idOf(
    server,
    sql`select id from certification where status = 3 and role_id <> 99 order by id limit 1`,
  )
  const video = await idOf(
    server,
    sql`select v.id from video v join video_tag t on t.video_id = v.id
        where type = 1 and status = 0 and media = 'city-clock.webm' and introduction <> '' and banner like 'banner%'
        order by v.id limit 1`,
  )
  const report = await idOf(
    server,
    sql`select r.id from report r join video v on v.id = r.video_id
        where video_type = 0 and r.status = 0 and v.media like '%.webm' and v.media not like 'lost%'
        order by r.create_time desc limit 1`,
  )
  const project = await idOf(
    server,
    sql`select id from project where status = 0 and cover is not null and promo_video_id is not null
        and introduction is not null order by id limit 1`,
  )
  const dashboard = (path: string) => `/dashboard/${path}`
  return [
    { name: 'auth-review', path: dashboard('auth-review') },
    {
      name: 'auth-review-dialog',
      path: dashboard(`auth-review?view=${certification}`),
      open: detailIsOpen,
    },
    {
      name: 'auth-review-decided',
      path: dashboard(`auth-review?view=${decided}`),
      open: detailIsOpen,
    },
    {
      name: 'auth-review-reject',
      path: dashboard(`auth-review?view=${certification}`),
      open: async (page) => {
        await button(page, /^(Reject|驳回|驳 回)$/).click()
        await page.getByRole('textbox', { name: /Reject reason|驳回理由/ }).waitFor()
      },
    },
    { name: 'auth-review-empty', path: dashboard('auth-review?start=1999-01-01&end=1999-01-02') },
    { name: 'project-review', path: dashboard('project-review') },
    {
      name: 'project-review-dialog',
      path: dashboard(`project-review?view=${project}`),
      open: detailIsOpen,
    },
    { name: 'video-review', path: dashboard('video-review') },
    {
      name: 'video-review-dialog',
      path: dashboard(`video-review?tab=personal&view=${video}`),
      open: detailIsOpen,
    },
    {
      name: 'video-review-take-down',
      path: dashboard(`video-review?tab=personal&view=${video}`),
      open: async (page) => {
        await button(page, /^(Take down|下架|下 架)$/).click()
        await page.getByRole('checkbox').first().waitFor()
      },
    },
    { name: 'report-review', path: dashboard('report-review') },
    {
      name: 'report-review-dialog',
      path: dashboard(`report-review?view=${report}`),
      open: detailIsOpen,
    },
    { name: 'category-config', path: dashboard('category-config') },
    { name: 'reasons', path: dashboard('reasons') },
    {
      name: 'reasons-form',
      path: dashboard('reasons'),
      open: async (page) => {
        await page
          .getByRole('button', { name: /^(Change|修改)/ })
          .first()
          .click()
        await page.getByRole('form').waitFor()
      },
    },
    { name: 'focus-review', path: dashboard('focus/personal-video') },
    {
      name: 'focus-review-reject',
      path: dashboard('focus/project-video'),
      open: (page) =>
        press(page, 'r', page.getByRole('group', { name: /Reject reasons|驳回理由/ })),
    },
    {
      name: 'focus-review-own-text',
      path: dashboard('focus/project'),
      open: async (page) => {
        await press(page, 'r', page.getByRole('group', { name: /Reject reasons|驳回理由/ }))
        await press(page, '0', page.getByRole('textbox'))
      },
    },
    { name: 'focus-review-auth', path: dashboard('focus/auth') },
    {
      name: 'focus-review-report',
      path: dashboard('focus/report'),
      open: (page) => press(page, 't', page.getByRole('checkbox').first()),
    },
    {
      name: 'focus-review-keys',
      path: dashboard('focus/auth'),
      open: (page) => press(page, 'Shift+Slash', page.getByRole('dialog')),
    },
    {
      name: 'focus-review-end',
      path: dashboard('focus/project?start=1999-01-01&end=1999-01-02'),
    },
  ]
}

/** Nothing is loading any more, and every picture and video is complete. */
export async function settle(page: Page): Promise<void> {
  await page.locator('main').waitFor()
  await page.waitForFunction(() => {
    const loading = document.querySelector('.ant-skeleton, [aria-busy="true"], .ant-spin-spinning')
    const pictures = [...document.images].filter((one) => one.loading !== 'lazy')
    const films = [...document.querySelectorAll('video')]
    return (
      !loading &&
      pictures.every((one) => one.complete) &&
      films.every((one) => one.readyState > 1 || one.error)
    )
  })
}
