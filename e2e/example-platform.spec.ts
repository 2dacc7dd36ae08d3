import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { status } from '@screening-room/contract/review'
import { sql } from '../server/dist/db/sql.js'
import { startExample } from './setup/example.ts'
import { detail, rowOf } from './setup/items.ts'
import { type Server, startServer } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'
import { goTo } from './setup/walk.ts'

/* The whole circle: the platform of examples/, its people, and a reviewer in Screening Room. */

test.use({ viewport: { width: 1440, height: 900 } })

/** Closed also where the walk fails. */
const running: { stop(): Promise<void> }[] = []
test.afterAll(async () => {
  for (const one of running.reverse()) await one.stop()
})

const clip = (name: string) =>
  fileURLToPath(new URL(`../server/demo-media/clips/${name}`, import.meta.url))
const title = 'Lanterns over the canal'
const list = '/dashboard/video-review?tab=personal'
const card = (page: Page) => page.getByRole('article', { name: title })

/** Their page says it, sooner or later: it is looked at again and again. */
async function isTold(page: Page, ...texts: string[]): Promise<void> {
  await expect(async () => {
    await page.reload()
    for (const text of texts) await expect(card(page)).toContainText(text, { timeout: 1000 })
  }).toPass({ timeout: 60_000 })
}

const readyState = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState)

/** As soon as it waits for review. */
async function openItem(page: Page, server: Server): Promise<void> {
  const waiting = () =>
    server.db.query(sql`select from video where title = ${title} and status = ${status.pending}`)
  await expect.poll(waiting, { timeout: 60_000 }).toHaveLength(1)
  await goTo(page, list)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await rowOf(page, title).getByRole('button', { name: 'View', exact: true }).click()
  await expect(detail(page)).toContainText(title)
}

async function approveItem(page: Page): Promise<void> {
  await detail(page).getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Approve' }).click()
  await expectToast(page, 'Approved')
}

async function resubmit(page: Page, description: string, file?: string): Promise<void> {
  await card(page).getByText('Change it', { exact: true }).click()
  await card(page).getByLabel('Description').fill(description)
  if (file) await card(page).getByLabel('Another file').setInputFiles(clip(file))
  await card(page).getByRole('button', { name: 'Send for review' }).click()
  await expect(card(page)).toContainText('In review')
}

test('a platform sends uploads and reports, and its people are told what was decided', async ({
  page: reviewer,
  browser,
}) => {
  const env = { UNDO_GRACE_SECONDS: '0' }
  const server = await startServer(env)
  running.push({ stop: server.close })
  const platform = await startExample(server, env)
  running.push(platform)
  const enter = async (name: string) => {
    const page = await (await browser.newContext()).newPage()
    await page.goto(`${platform.url}/sign-in`)
    await page.getByLabel('Your name').fill(name)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'My videos' })).toBeVisible()
    return page
  }
  const creator = await enter('Lin')
  const viewer = await enter('Zhou')
  const countReports = async () =>
    (
      await server.db.query(
        sql`select from report r join video v on v.id = r.video_id where v.title = ${title}`,
      )
    ).length
  await openAs(reviewer, server, list)

  await test.step('an upload is reviewed, and its creator reads why it was rejected', async () => {
    const form = creator.getByRole('form', { name: 'Upload' })
    await form.getByLabel('Title').fill(title)
    await form.getByLabel('Description').fill('Filmed in one night. The music is borrowed.')
    await form.getByLabel('File').setInputFiles(clip('lantern.webm'))
    await form.getByRole('button', { name: 'Upload' }).click()
    await expect(card(creator)).toContainText('In review')
    await openItem(reviewer, server)
    await expect(detail(reviewer)).toContainText('Lin')
    await expect.poll(() => readyState(reviewer)).toBeGreaterThan(0)
    await detail(reviewer).getByRole('button', { name: 'Reject' }).click()
    await reviewer.getByRole('textbox', { name: 'Reject reason' }).fill('The music is not yours.')
    const confirm = reviewer.getByRole('dialog').last()
    await confirm.getByRole('button', { name: /^(Reject|OK)$/ }).click()
    await expect(reviewer.getByRole('dialog')).toHaveCount(0)
    await isTold(creator, 'Rejected', 'The music is not yours.')
  })

  await test.step('resubmitted, it shows the reviewer what is different, is approved, and everybody can watch it', async () => {
    await resubmit(creator, 'Filmed in one night. The music is mine.', 'loom.webm')
    await openItem(reviewer, server)
    const notes = detail(reviewer).locator('.sr-notes')
    await expect(notes.locator('del')).toHaveText('borrowed')
    await expect(notes.locator('ins')).toHaveText('mine')
    await expect(notes.getByText('Media replaced')).toBeVisible()
    await approveItem(reviewer)
    await isTold(creator, 'Approved')
    await viewer.goto(platform.url)
    await viewer.getByRole('link', { name: title }).click()
    await expect.poll(() => readyState(viewer)).toBeGreaterThan(0)
  })

  await test.step('a report leads to a take-down; reporter and creator are told, and nobody can watch it', async () => {
    await viewer.getByText('Report this video').click()
    await viewer.getByLabel('Reason').selectOption('Uploaded without permission')
    await viewer.getByRole('button', { name: 'Report' }).click()
    await expect(card(viewer)).toContainText('We are looking at it.')
    await expect.poll(countReports).toBeGreaterThan(0)
    await goTo(reviewer, '/dashboard/report-review?videoType=1')
    const report = rowOf(reviewer, 'Uploaded without permission')
    await report.getByRole('button', { name: 'Take down' }).click()
    const question = reviewer.getByRole('dialog', { name: 'Take down video' })
    await question.getByRole('button', { name: 'Take down' }).click()
    await expectToast(reviewer, 'Video taken down')
    await isTold(viewer, 'We took the video down. Thank you.')
    await isTold(creator, 'Taken down', 'Uploaded without permission')
    await viewer.goto(platform.url)
    await expect(viewer.getByText('No video has been approved yet.')).toBeVisible()
  })

  await test.step('what was decided while the platform was down and its endpoint paused is read from the record', async () => {
    await resubmit(creator, 'I have the permission now.')
    await openItem(reviewer, server)
    await platform.stop()
    await server.db.query(sql`update endpoint set state = 'paused'`)
    await approveItem(reviewer)
    await platform.start()
    await isTold(creator, 'Approved')
    // The second start found the key and the secret of the first.
    expect(await server.db.query(sql`select from endpoint`)).toHaveLength(1)
  })
})
