import type { Locator, Page } from '@playwright/test'
import { sql } from '../../server/dist/db/sql.js'
import type { Server } from './server.ts'

/* Every screen and dialog, by name: for the screenshots and for the accessibility tests. */

export interface View {
  name: string
  path: string
  /** For screenshots: only at these. */
  widths?: readonly number[]
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

/** Two keys, and an endpoint with what was sent to it: the demo data has no platform. */
async function addPlatform(server: Server): Promise<void> {
  await server.db.query(sql`
    insert into platform_key (name, prefix, secret_hash, scopes, last_used_at)
    values ('Ingest', 'srk_0a1b2c3d', '\\x01', '{items:write,reports:write}', now()),
      ('Reader', 'srk_4e5f6a7b', '\\x02', '{events:read}', null)
    on conflict do nothing`)
  await server.db.query(sql`
    insert into outbox (event_id, decision, queue, subject_id, actor_id, state, due_at, settled_at)
    select id, gen_random_uuid(), queue, subject_id, actor_id, 'delivered', now(), now()
    from event where after is not null order by id desc limit 12
    on conflict do nothing`)
  await server.db.query(sql`
    with added as (
      insert into endpoint (name, url, kinds, state, secret)
      select 'Creators', 'https://video.example/hooks/decisions', '{certification,project,video,report}', 'paused', '\\x01'
      where not exists (select from endpoint where name = 'Creators') returning id)
    insert into delivery (endpoint_id, event_id, queue, subject_id, state, attempts, sent_at, status,
      latency_ms, error, answer, settled_at)
    select added.id, e.id, e.queue, e.subject_id, o.state, o.attempts, now() - make_interval(mins => e.n::int),
      o.status, 40 + e.n, o.error, o.answer, now()
    from added,
      (select id, queue, subject_id, row_number() over (order by id desc) as n from event
        where after is not null order by id desc limit 12) e
      join (values (true, 'dead', 20, 502, 'answered 502', 'Bad gateway'), (false, 'delivered', 1, 204, '', ''))
        o (is_first, state, attempts, status, error, answer) on o.is_first = (e.n = 1)`)
}

export async function allViews(server: Server): Promise<View[]> {
  await addPlatform(server)
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
  await server.db.query(sql`
    insert into confirmation (call, fields, subject_queue, subject_id, reason, asked_by, expires_at)
    select '/admin/data/personal/opt/offline', '{"offlineReasons": ["1"]}', 'video', ${video},
      '多名用户举报盗用作品', min(id), now() + interval '2 days' from admin_user
    on conflict do nothing`)
  const category = await idOf(server, sql`select id from category order by id limit 1`)
  const dashboard = (path: string) => `/dashboard/${path}`
  return [
    { name: 'auth-review', path: dashboard('auth-review') },
    { name: 'record', path: dashboard('record') },
    { name: 'item', path: dashboard(`item/certification/${decided}`) },
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
    { name: 'category-manage', path: dashboard(`category-config?view=${category}`) },
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
    { name: 'overview', path: dashboard('overview?span=30') },
    { name: 'transparency', path: dashboard('transparency') },
    { name: 'team', path: dashboard('team') },
    {
      name: 'team-invite',
      path: dashboard('team'),
      open: async (page) => {
        await button(page, /^(Invite|邀请|邀 请)$/).click()
        await page.getByRole('form').waitFor()
      },
    },
    { name: 'team-roles', path: dashboard('team?tab=roles') },
    { name: 'member', path: dashboard('member/1001') },
    {
      name: 'export',
      path: dashboard('auth-review'),
      open: async (page) => {
        await page.getByRole('button', { name: /^(Export|导出|导 出)$/ }).click()
        await page.getByRole('radio').first().waitFor()
      },
    },
    { name: 'account', path: dashboard('account') },
    { name: 'confirmations', path: dashboard('confirmations') },
    { name: 'platform-keys', path: dashboard('platform') },
    {
      name: 'platform-key-form',
      path: dashboard('platform'),
      open: async (page) => {
        await button(page, /^(Create a key|新建密钥|创建密钥)$/).click()
        await page.getByRole('form').waitFor()
      },
    },
    { name: 'platform-endpoints', path: dashboard('platform?tab=endpoints') },
    {
      name: 'platform-endpoint-form',
      path: dashboard('platform?tab=endpoints'),
      open: async (page) => {
        await button(page, /^(Add an endpoint|添加推送地址)$/).click()
        await page.getByRole('form').waitFor()
      },
    },
    { name: 'platform-deliveries', path: dashboard('platform?tab=deliveries') },
    {
      name: 'platform-delivery',
      path: dashboard('platform?tab=deliveries'),
      open: async (page) => {
        await page
          .getByRole('button', { name: /^(View delivery|查看推送)/ })
          .first()
          .click()
        await detailIsOpen(page)
      },
    },
    {
      name: 'palette',
      path: dashboard('project-review'),
      open: async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox', { name: /^(Go to|跳转)$/ }).waitFor()
      },
    },
    {
      name: 'keyboard',
      path: dashboard('project-review'),
      open: (page) => press(page, 'Shift+Slash', page.getByRole('dialog')),
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
    // Last, as any new one: what is taken of the others stays as it is.
    { name: 'person', path: dashboard('person/1?span=30') },
  ]
}

/** Nothing is loading any more, and every picture and video is complete. */
export async function settle(page: Page): Promise<void> {
  await page.locator('main').waitFor()
  const isSettled = () => {
    const loading = document.querySelector('.sr-skeleton, [aria-busy="true"], .ant-spin-spinning')
    const pictures = [...document.images].filter((one) => one.loading !== 'lazy')
    const films = [...document.querySelectorAll('video')]
    return (
      !loading &&
      pictures.every((one) => one.complete) &&
      films.every((one) => one.readyState > 1 || one.error)
    )
  }
  // By default it asks at every frame, and so has one drawn each time.
  await page.waitForFunction(isSettled, undefined, { polling: 100 })
}
