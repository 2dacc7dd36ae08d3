import type { CDPSession, Locator, Page } from '@playwright/test'
import { categoryCalls } from '@screening-room/contract/categories'
import { status } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { heading, isSaved, isShown, videoElement, videoStatuses } from './setup/focus.ts'
import { countRequests } from './setup/items.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'
import { addVideos, confirm, dialog, eventsOf, row, screen, statusOf } from './setup/videos.ts'
import { goTo } from './setup/walk.ts'

/** Presses Tab until the focus is there and visible. */
async function tabTo(page: Page, target: Locator, key = 'Tab') {
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((one) => one === document.activeElement)) {
      await expect.poll(() => target.evaluate(showsFocus), 'the focus is to be seen').toBe(true)
      return
    }
    await page.keyboard.press(key)
  }
  throw new Error(`${target} was not reached by ${key}`)
}

/** An outline or a ring on the element or on the control that draws it. */
function showsFocus(element: Element): boolean {
  for (let one: Element | null = element, up = 0; one && up < 4; one = one.parentElement, up++) {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) return true
    if (boxShadow !== 'none') return true
  }
  return false
}

/** What an input method shows before the word is chosen. */
const compose = async (devtools: CDPSession, text: string) =>
  devtools.send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  })

test('a whole shift without a mouse: sign in, find, watch, decide, next page, focus review, skip, undo, sign out', async ({
  page,
  server,
}) => {
  test.setTimeout(180_000)
  const videos = await addVideos(server, { count: 13 })
  const who = await server.addAccount()
  const keys = page.keyboard

  await page.goto(`${server.url}/#/login`)
  await expect(page.getByLabel('Phone number')).toBeFocused()
  await keys.type(who.phone)
  await keys.press('Tab')
  await keys.type(who.password)
  await keys.press('Enter')
  await expect(page.getByRole('table')).toBeVisible()

  // Find: the menu, then the filters.
  await tabTo(page, page.getByRole('link', { name: /^Video review/ }))
  await keys.press('Enter')
  await expect(page).toHaveURL(/video-review$/)
  await tabTo(page, page.getByLabel('Review status'))
  await keys.press('Enter')
  await keys.press('ArrowDown')
  await keys.press('Enter')
  for (const name of ['Start date', 'End date']) {
    await tabTo(page, page.getByLabel(name))
    await keys.type(videos.day)
    await keys.press('Enter')
  }
  await tabTo(page, page.getByRole('button', { name: 'Search' }))
  await keys.press('Enter')
  await expect(page).toHaveURL(new RegExp(`start=${videos.day}`))
  await expect(page).toHaveURL(new RegExp(`status=${status.pending}`))
  await expect(row(page, videos.title(10))).toBeVisible()

  // Watch: arrows move between rows, Enter opens, Space starts the video.
  const second = row(page, videos.title(2))
  await tabTo(page, row(page, `${videos.day} number 1`).first())
  await keys.press('ArrowDown')
  await expect(second).toBeFocused()
  await keys.press('Enter')
  const video = dialog(page).locator('video')
  await expect(video).toBeVisible()
  await tabTo(page, video)
  await keys.press('Space')
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime))
    .toBeGreaterThan(0)

  // Approve: the confirm has the focus, and afterwards the row that was opened has it again.
  await tabTo(page, dialog(page).getByRole('button', { name: 'Approve' }))
  await keys.press('Enter')
  await expect(confirm(page).getByRole('button', { name: 'Approve' })).toBeFocused()
  await keys.press('Enter')
  await expectToast(page, 'Approved')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await statusOf(server, videos.ids[1] ?? 0)).toBe(status.approved)
  // It has left the list of what is pending; the one in its place is next.
  await expect(second).toHaveCount(0)
  await expect(row(page, videos.title(3))).toBeFocused()

  // Reject with a reason, from the row. The blank one is refused, the focus stays in the field.
  await tabTo(page, row(page, videos.title(3)).getByRole('button', { name: 'Reject' }))
  await keys.press('Enter')
  await expect(page.getByLabel('Reject reason')).toBeFocused()
  await keys.press('Control+Enter')
  await expect(confirm(page).getByText('Reject reason cannot be empty')).toBeVisible()
  await keys.type('The sound is missing')
  await keys.press('Control+Enter')
  await expectToast(page, 'Rejected')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await eventsOf(server, videos.ids[2] ?? 0)).toMatchObject([
    { action: 'reject', reason: 'The sound is missing', actor_name: who.nickName },
  ])
  await expect(row(page, videos.title(4))).toBeFocused()

  // Next page: eleven still wait.
  await tabTo(page, page.getByRole('listitem', { name: '2', exact: true }))
  await keys.press('Enter')
  await expect(page).toHaveURL(/page=2/)
  await expect(row(page, videos.title(13))).toBeVisible()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)

  // The focus on a button does not pass to the video that takes the row's place.
  await tabTo(page, row(page, videos.title(13)).getByRole('button', { name: 'Reject' }))
  await page.goBack()
  await expect(page.locator('[data-row]').first()).toBeFocused()
  await page.goForward()
  await expect(row(page, videos.title(13))).toBeVisible()

  // Focus review hands out what still waits: watch, approve, skip, take the skip back, reject, undo.
  await keys.press('f')
  await expect(page).toHaveURL(/focus/)
  const shown = async (previous = 0) => {
    await expect(heading(page)).toContainText(/#\d+/)
    await expect(heading(page)).not.toContainText(`#${previous}`)
    const id = Number(/#(\d+)/.exec((await heading(page).textContent()) ?? '')?.[1])
    await isShown(page, id)
    return id
  }
  const first = await shown()
  await expect
    .poll(() => videoElement(page).evaluate((one: HTMLVideoElement) => one.currentTime))
    .toBeGreaterThan(0)
  await keys.press('a')
  const skipped = await shown(first)
  await keys.press('s')
  await shown(skipped)
  await keys.press('z')
  await isShown(page, skipped)
  await keys.press('r')
  await keys.press('1')
  await shown(skipped)
  await isSaved(page)
  expect(await videoStatuses(server, [first, skipped])).toEqual([status.approved, status.rejected])
  await keys.press('z')
  await isShown(page, skipped)
  await isSaved(page)
  expect(await videoStatuses(server, [first, skipped])).toEqual([status.approved, status.pending])

  // The end of the shift.
  await keys.press('q')
  await expect(page).toHaveURL(/video-review/)
  // Back from wherever the list has put the focus.
  await tabTo(
    page,
    page.getByRole('banner').getByRole('button', { name: who.nickName }),
    'Shift+Tab',
  )
  await keys.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Sign out' }))
  await keys.press('Enter')
  await expect(page.getByLabel('Phone number')).toBeVisible()
})

test('a day that is typed before the calendar has come is kept, and searched for', async ({
  page,
  server,
}) => {
  const videos = await addVideos(server, { count: 2 })
  await page.route('**/assets/DateInput-*.js', () => {
    // Never answered.
  })
  await openAs(page, server, screen)
  const start = page.getByLabel('Start date')
  await start.focus()
  await page.keyboard.type(videos.day)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('End date')).toBeFocused()
  await page.keyboard.type('2001-02-31')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('End date'), 'there is no such day').toHaveValue('')
  await expect(start).toHaveValue(videos.day)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(new RegExp(`start=${videos.day}(?!.*end=)`))
})

test('the skip link leads past the menu, and input methods keep their keys', async ({
  page,
  server,
}) => {
  await openAs(page, server, screen, await server.addAccount('administrator'))
  const devtools = await page.context().newCDPSession(page)

  await test.step('the skip link is the first stop and leads past the menu', async () => {
    await expect(page.getByRole('table')).toBeVisible()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('button', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(() => document.activeElement?.closest('main') !== null),
      'the next stop is inside the content',
    ).toBe(true)
  })

  await test.step('Ctrl+Enter in the middle of a word does not send half a reason', async () => {
    const videos = await addVideos(server, { kind: 'personal' })
    await goTo(page, videos.list)
    await row(page, videos.title(1)).getByRole('button', { name: 'Reject' }).click()
    const rejected = countRequests(page, videoCalls.personal.reject)
    const reason = page.getByLabel('Reject reason')
    await expect(reason).toBeFocused()
    await compose(devtools, 'mohu')
    await page.keyboard.press('Control+Enter')
    await expect(reason).toBeVisible()
    expect(rejected()).toBe(0)
    await devtools.send('Input.insertText', { text: '画面模糊' })
    await page.keyboard.press('Control+Enter')
    await expectToast(page, 'Rejected')
    expect(await eventsOf(server, videos.id)).toMatchObject([{ reason: '画面模糊' }])
  })

  await test.step('Enter that ends a composition adds no category; the next one does', async () => {
    await goTo(page, '/dashboard/category-config')
    const added = countRequests(page, categoryCalls.addCategory)
    const chinese = page.getByRole('form', { name: 'Add category' }).getByLabel('Chinese name')
    await chinese.focus()
    await devtools.send('Input.insertText', { text: '皮影' })
    await compose(devtools, 'xi')
    await expect(chinese).toHaveValue('皮影xi')
    await page.keyboard.press('Enter')
    expect(added()).toBe(0)
    await compose(devtools, 'xi')
    await devtools.send('Input.insertText', { text: '戏' })
    await expect(chinese).toHaveValue('皮影戏')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Category added')
    expect(added()).toBe(1)
  })
})
