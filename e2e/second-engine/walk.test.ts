import { status, videoType } from '@screening-room/contract/review'
import type { HTTPRequest } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../server/dist/db/sql.js'
import { addCertification, eventsOf } from '../setup/items.ts'
import { type Account, makeTemplate, type Server, startServer } from '../setup/server.ts'
import { firefox, launchFirefox, walkOn } from './firefox.ts'

/*
 * The day of a reviewer once through in Firefox, one step after the other on one page: a second engine
 * shows what only the first one forgives.
 */

const dialog = "//*[@role = 'dialog']"

describe.runIf(firefox)('a walk in a second engine', () => {
  let template: Awaited<ReturnType<typeof makeTemplate>>
  let server: Server
  let account: Account
  let browser: Awaited<ReturnType<typeof launchFirefox>>
  let walk: ReturnType<typeof walkOn>

  beforeAll(async () => {
    template = await makeTemplate()
    process.env.E2E_TEMPLATE = template.folder
    server = await startServer()
    account = await server.addAccount()
    browser = await launchFirefox()
    walk = walkOn(await browser.newPage())
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    await template?.remove()
  })

  const open = async (id: number) => {
    await walk.go(`/dashboard/auth-review?view=${id}`)
    await walk.shown('[role=dialog]')
    // A click aims at where its button was: everything is there before.
    await walk.text('Submitter')
    await walk.page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('[role=dialog] img')].every(
        ({ complete }) => complete,
      ),
    )
  }
  const decisions = async (id: number) =>
    (await eventsOf(server, 'certification', id)).map(({ action, reason }) => ({ action, reason }))

  test('signing in leads to the first list', async () => {
    await walk.page.goto(`${server.url}/#/login`)
    await walk.type('Phone number', account.phone)
    await walk.type('Password', account.password)
    await walk.click('Log in')
    await walk.rows(20)
  })

  test('a filter shows what was searched for', async () => {
    const id = await addCertification(server, { nickName: 'Zephyrine of the walk' })
    await walk.type('Keyword', 'Zephyrine of')
    await walk.click('Search')
    await walk.rows(1)
    await walk.text(String(id))
    await walk.click('Reset')
    await walk.rows(20)
  })

  test('a certification is approved in its dialog', async () => {
    const id = await addCertification(server)
    await open(id)
    await walk.click('Approve', dialog)
    await expect.poll(() => decisions(id)).toEqual([{ action: 'approve', reason: '' }])
    await walk.gone('[role=dialog]')
  })

  test('another is rejected with a reason', async () => {
    const id = await addCertification(server)
    await open(id)
    await walk.click('Reject', dialog)
    await walk.type('Reject reason', 'The picture is blurred')
    await walk.click('Reject', `(${dialog})[last()]`)
    await expect
      .poll(() => decisions(id))
      .toEqual([{ action: 'reject', reason: 'The picture is blurred' }])
    await walk.gone('[role=dialog]')
  })

  test('a video plays', async () => {
    const [video] = await server.db.query<{ id: number }>(sql`
      select id::int as id from video
      where type = 1 and status = 0 and media = 'city-clock.webm' order by id limit 1`)
    await walk.go(`/dashboard/video-review?tab=personal&view=${video?.id}`)
    await walk.shown('[role=dialog] video')
    const played = await walk.page.evaluate(async () => {
      const film = document.querySelector<HTMLVideoElement>('[role=dialog] video')
      if (!film) return 'no video'
      if (!film.canPlayType('video/webm; codecs="vp9"')) return 'no codec'
      film.muted = true
      await film.play()
      const until = Date.now() + 60_000
      while (film.currentTime < 0.2 && Date.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 100))
      return film.currentTime >= 0.2 ? 'played' : `stuck: ${film.error?.message}`
    })
    if (played === 'no codec') console.log('This Firefox has no codec for the demo videos.')
    else expect(played).toBe('played')
    await walk.page.keyboard.press('Escape')
    await walk.gone('[role=dialog]')
  })

  test('focus review: approve and undo by keyboard', async () => {
    const [row] = await server.db.query<{ id: number }>(sql`
      insert into video (type, uploader_id, title, media, duration, visibility, category_id, status, create_time)
      select ${videoType.project}, (select min(id) from member), 'The first of the walk', 'city-clock.webm', 40, 1,
        (select min(id) from category), ${status.pending}, '1990-01-01T10:00:00+08:00' returning id::int as id`)
    const id = row?.id ?? 0
    const stored = async () => {
      const [video] = await server.db.query<{ status: number }>(
        sql`select status::int as status from video where id = ${id}`,
      )
      return video?.status
    }
    await walk.go('/dashboard/focus/project-video?start=1990-01-01&end=1990-01-01')
    await walk.text(`#${id}`)
    // The first moments after an item has come are deaf to decisions.
    await expect
      .poll(
        async () => {
          await walk.page.keyboard.press('a')
          return stored()
        },
        { interval: 700 },
      )
      .toBe(status.approved)
    await walk.page.keyboard.press('z')
    await expect.poll(stored).toBe(status.pending)
    await walk.text(`#${id}`)
  })

  test('a part that was lost on its way is loaded by the next attempt', async () => {
    let lost = 0
    const lose = (request: HTTPRequest) => {
      if (!/\/assets\/ReportsScreen-[^/]*\.js$/.test(request.url()) || lost >= 2)
        return request.continue()
      lost += 1
      return request.abort('connectionreset')
    }
    walk.page.on('request', lose)
    await walk.page.setRequestInterception(true)
    await walk.go('/dashboard/report-review')
    for (const attempt of [1, 2]) {
      await walk.text('The server cannot be reached')
      expect(lost).toBe(attempt)
      await walk.click('Try again')
    }
    await walk.shown('tbody tr')
    await walk.page.setRequestInterception(false)
    walk.page.off('request', lose)
  })

  test('another language, without a reload', async () => {
    await walk.page.evaluate(() => Object.assign(window, { stayed: true }))
    await walk.page.select('select[aria-label=Language]', 'zh-CN')
    await walk.text('举报审核')
    expect(await walk.page.evaluate(() => 'stayed' in window)).toBe(true)
    await walk.page.select('select[aria-label=语言]', 'en')
    await walk.text('Report review')
  })

  test('signing out leads to the form, and nothing is left behind', async () => {
    await walk.click(account.nickName)
    await walk.click('Sign out')
    await walk.shown('#phone')
    expect(await walk.page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
})
