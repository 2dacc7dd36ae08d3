import type { Page } from '@playwright/test'
import { status } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { createRandom } from '../server/dist/db/demo/random.js'
import { sql } from '../server/dist/db/sql.js'
import { figure, many } from '../torture/figures.ts'
import type { Server } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'
import { addVideos, confirm, row, screen, statusOf, views } from './setup/videos.ts'
import { goTo } from './setup/walk.ts'

/*
 * People click twice, at the same time as somebody else, and before the response: each has one
 * effect, and the screen shows the true state. The order is random; SEED repeats it.
 */

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const random = createRandom(seed)
test.beforeAll(() => console.log(`SEED=${seed}`))
/** Who decided on each of them. */
const deciders = (server: Server, ids: number[]) =>
  server.db.query<{ id: number; by: string }>(sql`
    select subject_id::int as id, actor_name as by from event
    where queue = 'video' and subject_id = any(${ids}::bigint[]) order by subject_id`)
const names: Record<number, string> = {
  [status.pending]: 'Pending',
  [status.approved]: 'Approved',
  [status.rejected]: 'Rejected',
}
async function ask(page: Page, title: string) {
  await row(page, title).getByRole('button', { name: 'Approve' }).click()
  const approve = confirm(page).getByRole('button', { name: 'Approve' })
  await expect(approve).toBeEnabled()
  return approve
}
const twice: Record<string, (page: Page, title: string) => Promise<void>> = {
  'a double click': async (page, title) => (await ask(page, title)).dblclick(),
  'Enter and a click': async (page, title) => {
    const approve = await ask(page, title)
    const box = await approve.boundingBox()
    await approve.focus()
    await page.keyboard.press('Enter')
    await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
  },
  'a slow double click': async (page, title) => {
    const box = await (await ask(page, title)).boundingBox()
    for (const pause of [random.int(150, 500), 0]) {
      await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
      await page.waitForTimeout(pause)
    }
  },
}

test('a reviewer in a hurry clicks twice, loses responses and changes filters: each has one effect', {
  tag: '@torture',
}, async ({ page, server }) => {
  const clicks = many(6, 102, 1000)
  const replies = many(2, 30, 1000)
  const changes = many(5, 50, 1000)
  test.setTimeout(240_000 + clicks * 5000 + replies * 30_000 + changes * 5000)
  await openAs(page, server, screen)

  await test.step('a double click, Enter and a click, a slow double click: one effect each', async () => {
    const ways = Object.values(twice)
    const sent = new Map<string, number>()
    let doubled = 0
    page.on('request', (one) => {
      if (!one.url().endsWith(videoCalls.project.approve.path)) return
      const key = one.headers()['idempotency-key'] ?? ''
      // A retry comes after one second.
      if (Date.now() - (sent.get(key) ?? 0) < 900) doubled += 1
      sent.set(key, Date.now())
    })
    for (let done = 0; done < clicks; done += 6) {
      const videos = await addVideos(server, { count: 7 })
      await goTo(page, videos.list)
      for (let number = 1; number <= 6; number++) {
        await ways[number % ways.length]?.(page, videos.title(number))
        await expect(row(page, videos.title(number)).getByText('Approved')).toBeVisible()
        await expectToast(page, 'Approved')
        // The second click may have hit what was underneath and opened a question, which has no effect.
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
      const decided = await deciders(server, videos.ids)
      expect(decided.map(({ id }) => id)).toEqual(videos.ids.slice(0, 6))
    }
    expect(sent.size).toBe(clicks)
    expect(doubled).toBe(0)
    figure('U2', clicks)
  })

  await test.step('a response that is cut off: the screen shows the true state afterwards', async () => {
    const cuts = { before: 0, after: 0 }
    const batch = 9
    let videos = await addVideos(server, { count: batch })
    await goTo(page, videos.list)
    for (let done = 0; done < replies; done++) {
      if (done > 0 && done % batch === 0) {
        videos = await addVideos(server, { count: batch })
        await goTo(page, videos.list)
      }
      const title = videos.title(1 + (done % batch))
      let left = random.pick([1, 1, 2, 3])
      await page.route(`**${videoCalls.project.approve.path}`, async (route) => {
        if (left-- <= 0) return route.continue()
        const when = random.pick(['before', 'after'] as const)
        cuts[when] += 1
        if (when === 'after') await route.fetch()
        return route.abort('connectionreset')
      })
      await (await ask(page, title)).click()
      const said = await expectToast(
        page,
        /^Approved|confirm the result. This is the current state/,
      )
      await page.unroute(`**${videoCalls.project.approve.path}`)
      const id = videos.ids[done % batch] ?? 0
      const shown = names[await statusOf(server, id)] ?? ''
      await expect(row(page, title).getByText(shown, { exact: true })).toBeVisible()
      if (said.startsWith('Approved')) expect(shown).toBe('Approved')
      expect((await deciders(server, [id])).length).toBe(shown === 'Approved' ? 1 : 0)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    expect(cuts.before + cuts.after).toBeGreaterThanOrEqual(replies)
    figure('U3', replies)
  })

  await test.step('the filter changes while responses arrive out of order: the list shows the last filter', async () => {
    await goTo(page, screen)
    await expect(views(page)).toHaveCount(10)
    const held: (() => Promise<void>)[] = []
    await page.route(`**${videoCalls.project.list.path}`, (route) => {
      // The page may have given up on this response.
      held.push(async () => route.fulfill({ response: await route.fetch() }).catch(() => {}))
    })
    const codes = [status.pending, status.approved, status.rejected]
    let current = -1
    for (let done = 0; done < changes; done++) {
      held.length = 0
      const filters = random.shuffle(codes.filter((code) => code !== current)).slice(0, 2)
      // A random page, so that no response is cached.
      for (const [nth, code] of filters.entries()) {
        const at = `${screen}?status=${code}&start=${random.int(1990, 2010)}-01-${10 + (done % 20)}`
        await goTo(page, at)
        await expect.poll(() => held.length).toBeGreaterThan(nth)
        current = code
      }
      for (const answer of held.reverse()) await answer()
      await expect(page.getByRole('table')).not.toHaveClass(/dimmed/)
      await expect(page.getByRole('cell', { name: names[current] ?? '', exact: true })).toHaveCount(
        10,
      )
    }
    figure('U5', changes)
  })
})

test('two browsers on the same videos: one wins each, the other is told the name', {
  tag: '@torture',
}, async ({ page, browser, server }) => {
  const items = many(2, 20)
  test.setTimeout(240_000 + items * 15_000)
  const second = await (await browser.newContext()).newPage()
  const people = [
    { page, name: 'Li Lei' },
    { page: second, name: 'Nora Lindqvist' },
  ]
  const winners = new Set<string>()
  for (let done = 0; done < items; done += 2) {
    const videos = await addVideos(server, { count: 2 })
    for (const { page: own, name } of people) {
      if (done > 0) await goTo(own, videos.list)
      else await openAs(own, server, videos.list, await server.addAccount('reviewer', name))
    }
    for (const [nth, id] of videos.ids.entries()) {
      const title = videos.title(nth + 1)
      const buttons = await Promise.all(people.map((person) => ask(person.page, title)))
      await Promise.all(buttons.map((one) => one.click()))
      await expect.poll(() => deciders(server, [id])).toHaveLength(1)
      const [event] = await deciders(server, [id])
      winners.add(event?.by ?? '')
      const told = ({ name }: { name: string }) =>
        name === event?.by ? 'Approved' : new RegExp(`Already approved by ${event?.by} at `)
      await Promise.all(people.map((one) => expectToast(one.page, told(one))))
      for (const { page: own } of people) await expect(own.getByRole('dialog')).toHaveCount(0)
    }
  }
  console.log(`won by ${[...winners].join(', ')}`)
  await second.context().close()
  figure('U4', items)
})
