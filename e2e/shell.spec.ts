import type { Page } from '@playwright/test'
import { sql } from '../server/dist/db/sql.js'
import { addCertification, detail, rowOf } from './setup/items.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'
import { goTo, setLanguage } from './setup/walk.ts'

const place = '/dashboard/auth-review'
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })
const usualSize = { width: 1280, height: 720 }

test('sidebar and top bar say where one is, who one is and what waits', async ({
  page,
  server,
}) => {
  const who = await server.addAccount('reviewer', '韩梅梅')
  await server.db.query(sql`update admin_user set avatar = 'avatar-03.webp' where id = ${who.id}`)
  await addCertification(server, {
    nickName: 'Follows the language',
    roleId: 3,
    createTime: '2096-01-03T00:00:00+08:00',
  })
  const waiting = await addCertification(server)
  const [count] = await server.db.query<{ pending: number }>(
    sql`select count(*)::int as pending from certification where status = 0`,
  )
  // What another test left to a second person adds an entry to the menu.
  await server.db.query(sql`delete from confirmation`)
  await openAs(page, server, place, who)

  await test.step('the sidebar counts what waits, in the menu and the window title, and follows a decision', async () => {
    const pending = count?.pending ?? 0
    const entry = menu(page).getByRole('link', { name: 'Auth review' })
    await expect(entry).toContainText(`${pending} pending`)
    await expect(page).toHaveTitle(`(${pending}) Auth review – Screening Room`)
    await goTo(page, `${place}?view=${waiting}`)
    await detail(page).getByRole('button', { name: 'Approve' }).click()
    await expect(entry).toContainText(`${pending - 1} pending`)
    await expect(detail(page)).toBeHidden()
  })

  await test.step('the top bar shows brand, the avatar from the avatar host, and the nickname', async () => {
    const bar = page.getByRole('banner')
    await expect(bar.getByText('Screening Room')).toBeVisible()
    await expect(bar.getByRole('button', { name: '韩梅梅' })).toBeVisible()
    const avatar = bar.getByRole('button', { name: '韩梅梅' }).locator('img')
    await expect(avatar).toHaveAttribute('src', `${server.url}/pictures/avatar-03.webp`)
    await expect
      .poll(() => avatar.evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBeGreaterThan(0)
  })

  await test.step('two groups start expanded and toggle independently', async () => {
    const review = page.getByRole('button', { name: 'Review management' })
    const configuration = page.getByRole('button', { name: 'Configuration management' })
    await expect(review).toHaveAttribute('aria-expanded', 'true')
    await expect(configuration).toHaveAttribute('aria-expanded', 'true')
    await expect(menu(page).getByRole('link')).toHaveText([
      /^Project review/,
      /^Auth review/,
      /^Video review/,
      /^Report review/,
      /^Category config/,
    ])
    await review.click()
    await expect(menu(page).getByRole('link')).toHaveText([/^Category config/])
    await configuration.click()
    await expect(menu(page).getByRole('link')).toHaveCount(0)
    await review.click()
    await expect(menu(page).getByRole('link')).toHaveCount(4)
    await expect(configuration).toHaveAttribute('aria-expanded', 'false')
    await configuration.click()
  })

  await test.step('every entry is highlighted and named in title, breadcrumb and window', async () => {
    for (const [path, title, group] of [
      ['project-review', 'Project review', 'Review management'],
      ['video-review', 'Video review', 'Review management'],
      ['auth-review', 'Auth review', 'Review management'],
      ['report-review', 'Report review', 'Review management'],
      ['category-config', 'Category config', 'Configuration management'],
    ] as const) {
      await menu(page).getByRole('link', { name: title }).click()
      await expect(page).toHaveURL(new RegExp(`#/dashboard/${path}$`))
      await expect(menu(page).locator('[aria-current=page]')).toHaveText(new RegExp(`^${title}`))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(
        page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem'),
      ).toHaveText([group, title])
      await expect(page).toHaveTitle(new RegExp(`${title} – Screening Room$`))
    }
  })

  await test.step('the sidebar collapses and opens; "Main menu" shows only when open; the choice is kept', async () => {
    const heading = page.getByRole('heading', { name: 'Main menu' })
    await expect(heading).toBeVisible()
    const open = (await menu(page).boundingBox())?.width ?? 0
    await page.getByRole('button', { name: 'Collapse menu' }).click()
    await expect(heading).toHaveCount(0)
    expect((await menu(page).boundingBox())?.width ?? 0).toBeLessThan(open / 2)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible()
    await menu(page).getByRole('link', { name: 'Report review' }).click()
    await expect(page).toHaveURL(/report-review/)
    await page.getByRole('button', { name: 'Expand menu' }).click()
    await expect(heading).toBeVisible()
  })

  await test.step('the top bar switches language without a reload: menu, roles and calendar follow', async () => {
    await goTo(page, place)
    await expect(rowOf(page, 'Follows the language')).toContainText('Cinematographer')
    await setLanguage(page, 'zh-CN')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('认证审核')
    await expect(rowOf(page, 'Follows the language')).toContainText('摄影师')
    await page.getByLabel('开始日期').click()
    await expect(page.getByRole('columnheader', { name: '一', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await setLanguage(page, 'en')
  })

  await test.step('only the main content scrolls, and the skip link leads to it', async () => {
    await page.setViewportSize({ width: 1280, height: 600 })
    // From the top of the page, where the first Tab leads to the link.
    await page.reload()
    await expect(page.locator('tbody tr')).toHaveCount(20)
    const main = page.getByRole('main')
    await main.evaluate((one) => one.scrollTo(0, 400))
    expect(await main.evaluate((one) => one.scrollTop)).toBe(400)
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(
      true,
    )
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(main).toBeFocused()
    await page.setViewportSize(usualSize)
  })

  await test.step('at any width nothing scrolls sideways, and nothing in the top bar overlaps', async () => {
    await expect(page.locator('tbody tr')).toHaveCount(20)
    const bar = page.getByRole('banner')
    await expect(bar.getByText('Screening Room')).toBeAttached()
    await expect(bar.locator('img').first()).toBeVisible()
    const wrong = () =>
      page.evaluate(() => {
        const scrolled = [document.documentElement, document.querySelector('main')].filter(
          (one) => !one || one.scrollWidth > one.clientWidth,
        )
        const parts = document.querySelectorAll('header :is(.sr-brand, h1, ol, select, .sr-user)')
        const boxes = [...parts].map((part) => part.getBoundingClientRect())
        const overlapping = boxes.filter((a, index) =>
          boxes
            .slice(index + 1)
            .some(
              (b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom,
            ),
        )
        return { boxes: boxes.length, scrolled: scrolled.length, overlapping }
      })
    for (const width of [1440, 800, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(wrong, `${width} px`).toEqual({ boxes: 6, scrolled: 0, overlapping: [] })
    }
    await page.setViewportSize(usualSize)
  })

  await test.step('without nickname and with a lost picture: "Not logged in" and a figure', async () => {
    await server.db.query(
      sql`update admin_user set avatar = 'lost.webp', nick_name = '' where id = ${who.id}`,
    )
    await page.reload()
    const user = page.getByRole('banner').getByRole('button', { name: 'Not logged in' })
    await expect(user).toBeVisible()
    await expect(user.locator('img')).toHaveCount(0)
    await expect(user.locator('svg')).toBeVisible()
  })
})

test('dialogs keep their width, return the focus and close as expected; toasts close by themselves', async ({
  page,
  server,
}) => {
  await openAs(page, server, place)

  await test.step('the detail dialog closes by Escape, by the mask and by its cross, and the focus goes back', async () => {
    const view = page.locator('tbody tr').nth(2).getByRole('button', { name: 'View' })
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(8, 500),
      () => detail(page).getByRole('button', { name: 'Close' }).click(),
    ]) {
      await view.click()
      await expect(detail(page).getByRole('heading', { level: 2 })).toBeFocused()
      await close()
      await expect(detail(page)).toBeHidden()
      await expect(page).toHaveURL(/auth-review$/)
      await expect(view).toBeFocused()
    }
  })

  await test.step('the detail dialog is 80 % wide and at most 1000, with its heading focused', async () => {
    const id = await addCertification(server)
    await page.setViewportSize({ width: 1100, height: 800 })
    await goTo(page, `${place}?view=${id}`)
    await expect(detail(page).getByRole('heading', { level: 2 })).toBeFocused()
    expect((await detail(page).boundingBox())?.width).toBeCloseTo(880, -1)
    await page.setViewportSize({ width: 1600, height: 800 })
    const width = async () => (await detail(page).boundingBox())?.width
    await expect.poll(width).toBe(1000)
    // 80 % of a small screen would leave no room for a video.
    await page.setViewportSize({ width: 700, height: 800 })
    await expect.poll(width).toBe(672)
    await page.setViewportSize(usualSize)
  })

  await test.step('a confirm above it is 416 wide, closes by Escape alone, and leaves the dialog open', async () => {
    const id = await addCertification(server)
    await goTo(page, `${place}?view=${id}`)
    await expect(detail(page)).toContainText(String(id))
    await detail(page).getByRole('button', { name: 'Reject' }).click()
    const confirm = page.getByRole('dialog', { name: 'Reject this certification?' })
    await expect(confirm.getByLabel('Reject reason')).toBeFocused()
    await expect.poll(async () => (await confirm.boundingBox())?.width).toBe(416)
    await page.mouse.click(8, 500)
    await expect(confirm).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(confirm).toBeHidden()
    await expect(detail(page)).toBeVisible()
  })

  await test.step('a toast closes after three seconds', async () => {
    const id = await addCertification(server)
    await goTo(page, `${place}?view=${id}`)
    await expect(detail(page)).toContainText(String(id))
    // By the page's own clock: a busy machine would measure too much from here.
    const shownMs = page.evaluate(async () => {
      const isThere = () => document.querySelector('.ant-message-notice') !== null
      const changes = async (to: boolean) => {
        while (isThere() !== to) await new Promise((frame) => requestAnimationFrame(frame))
      }
      await changes(true)
      const shown = performance.now()
      await changes(false)
      return performance.now() - shown
    })
    await detail(page).getByRole('button', { name: 'Approve' }).click()
    await expectToast(page, 'Approved')
    expect(await shownMs).toBeGreaterThan(2500)
  })
})

test('when things go wrong, the shell stays and offers a way on', async ({
  page,
  context,
  server,
}) => {
  await openAs(page, server, place)

  await test.step('offline is told in a banner and on a screen that cannot be loaded; the rows stay', async () => {
    await expect(page.locator('tbody tr')).toHaveCount(20)
    await context.setOffline(true)
    const banner = page.getByText(/^You are offline. Lists may be out of date/)
    await expect(banner).toBeVisible()
    await expect(page.locator('tbody tr')).toHaveCount(20)
    await menu(page).getByRole('link', { name: 'Report review' }).click()
    await expect(page.getByRole('heading', { name: 'The server cannot be reached' })).toBeVisible()
    await context.setOffline(false)
    await expect(banner).toBeHidden()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('table', { name: 'Reports' })).toBeVisible()
  })

  await test.step('a screen that breaks leaves the shell intact and can be tried again', async () => {
    await goTo(page, place)
    await expect(page.locator('tbody tr')).toHaveCount(20)
    await page.evaluate(() => {
      const { get } = URLSearchParams.prototype
      addEventListener('mend', () => {
        URLSearchParams.prototype.get = get
      })
      URLSearchParams.prototype.get = () => {
        throw new Error('broken on purpose')
      }
    })
    await menu(page).getByRole('link', { name: 'Project review' }).click()
    await expect(page.getByText('Something went wrong on this page')).toBeVisible()
    await expect(menu(page)).toBeVisible()
    // As over plain HTTP, where a page has no clipboard.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.getByRole('button', { name: 'Copy details' }).click()
    await expect(page.getByRole('textbox', { name: 'Details' })).toBeFocused()
    expect(await page.evaluate(() => getSelection()?.toString())).toContain('broken on purpose')
    await page.evaluate(() => dispatchEvent(new Event('mend')))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('tbody tr')).toHaveCount(10)
  })

  await test.step('a screen whose code is gone after a deployment offers a reload', async () => {
    await page.route('**/assets/VideosScreen-*.js', (route) => route.fulfill({ status: 404 }))
    await menu(page).getByRole('link', { name: 'Video review' }).click()
    await expect(page.getByRole('heading', { name: 'A new version is available' })).toBeVisible()
    await expect(menu(page)).toBeVisible()
    await page.unroute('**/assets/VideosScreen-*.js')
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Video review')
    await expect(page.getByRole('heading', { name: 'A new version is available' })).toHaveCount(0)
  })
})
