import { type Locator, type Page, request } from '@playwright/test'
import type { AnyCall } from '@screening-room/contract/call'
import { liveCalls } from '@screening-room/contract/live'
import type { BuiltInRole } from '@screening-room/contract/permissions'
import type { Queue } from '@screening-room/contract/queues'
import { tokenOf } from '@screening-room/contract/session'
import { sql } from '../../server/dist/db/sql.js'
import type { Account, Server } from './server.ts'

/* Items that belong to one test, so that tests do not disturb each other, and people who act on them. */

interface ProjectFields {
  title: string
  introduction: string | null
  cover: string | null
  roleIds: number[]
  promoVideoId: number | null
  ownerId: number
  status: number
  createTime: string
}

/** Pending and newest by default. */
export async function addProject(server: Server, given: Partial<ProjectFields> = {}) {
  const { title = 'A project of this test', introduction = 'Made for this test.' } = given
  const { cover = 'banner-01.webp', roleIds = [1], promoVideoId = null, ownerId = 1 } = given
  const { status = 0, createTime = null } = given
  const [row] = await server.db.query<{ id: number }>(sql`
    insert into project (owner_id, title, introduction, cover, role_ids, promo_video_id, status, create_time)
    values (${ownerId}, ${title}, ${introduction}, ${cover}, ${roleIds}::bigint[], ${promoVideoId},
      ${status}, coalesce(${createTime}::timestamptz, now()))
    returning id::int as id`)
  return row?.id ?? 0
}

interface CertificationFields {
  nickName: string
  phone: string
  roleId: number
  introduce: string | null
  pictures: string | null
  status: number
  createTime: string
}

export async function addCertification(server: Server, given: Partial<CertificationFields> = {}) {
  const { nickName = 'Somebody of this test', phone = '13900001234', roleId = 1 } = given
  const { introduce = 'Please.', pictures = '["/pictures/certificate-01.webp"]' } = given
  const { status = 0, createTime = null } = given
  const [row] = await server.db.query<{ id: number }>(sql`
    insert into certification (member_id, nick_name, phone, role_id, introduce, pictures, status, create_time)
    values (1, ${nickName}, ${phone}, ${roleId}, ${introduce}, ${pictures}, ${status},
      coalesce(${createTime}::timestamptz, now()))
    returning id::int as id`)
  return row?.id ?? 0
}

/** The history of one item, oldest first; without who had its certificates open, which comes at any moment. */
export function eventsOf(server: Server, queue: Queue, id: number) {
  return server.db.query<{ action: string; by: string; reason: string }>(sql`
    select action, actor_name as by, reason from event
    where queue = ${queue} and subject_id = ${id} and action <> 'openCertificates' order by id`)
}

/** Ends a user's sessions, as an administrator would: the next request gets 401. */
export function endSessions(server: Server, { id }: Account) {
  return server.db.query(sql`update session set revoked_at = now() where user_id = ${id}`)
}

/** After the session has ended, the poll of the menu may be refused before the click, and the button be gone. */
export async function clickIfThere(button: Locator) {
  await button.click({ timeout: 5000 }).catch(() => {})
}

/** Another person, who uses the API directly. */
export async function colleague(server: Server, nickName: string, role: BuiltInRole = 'reviewer') {
  const account = await server.addAccount(role, nickName)
  const api = await request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: { authorization: `Bearer ${tokenOf(account)}` },
  })
  await api.post('/admin/user/login', { form: { phone: account.phone, pwd: account.password } })
  return {
    async send(call: AnyCall, form: Record<string, string | number>) {
      const { code, msg } = await (await api.post(call.path, { form })).json()
      if (code !== 200) throw new Error(`${call.path}: ${msg}`)
    },
    leave: () => api.dispose(),
  }
}

/** As on a network without streams: changes by others are seen at the next request. */
export function withoutNews(page: Page) {
  return page.route(`**${liveCalls.stream.path}*`, (route) => route.abort())
}

/** The next try to open the stream succeeds. */
export function withNews(page: Page) {
  return page.unroute(`**${liveCalls.stream.path}*`)
}

/** The row of a list that holds this text. */
export const rowOf = (page: Page, text: string): Locator =>
  page.getByRole('row').filter({ hasText: text })
/** The dialog of an item; its title is the item's. */
export const detail = (page: Page): Locator =>
  page.getByRole('dialog').filter({ has: page.locator('.sr-dialog-title') })

/** Holds a call's requests until they are released. */
export async function holdCall(page: Page, call: AnyCall): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(
    (address) => address.pathname === call.path,
    async (route) => {
      await held
      await route.continue()
    },
  )
  return release
}

/** Counts the requests that a call's path gets from now on. */
export function countRequests(page: Page, call: AnyCall): () => number {
  let count = 0
  page.on('request', (one) => {
    if (new URL(one.url()).pathname === call.path) count += 1
  })
  return () => count
}
