import type { Page } from '@playwright/test'
import { focusCalls } from '@screening-room/contract/focus'
import { status } from '@screening-room/contract/review'
import {
  addQueue,
  heading,
  isSaved,
  isShown,
  panel,
  recordOf,
  showQueue,
  videoElement,
  videoStatuses,
} from './setup/focus.ts'
import { countRequests } from './setup/items.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'

const { approved, pending } = status
test.use({ viewport: { width: 1440, height: 900 } })
const playing = (page: Page) =>
  videoElement(page).evaluate((one: HTMLVideoElement) => ({
    time: one.currentTime,
    paused: one.paused,
    speed: one.playbackRate,
    muted: one.muted,
  }))
const time = async (page: Page) => (await playing(page)).time
async function isReady(page: Page) {
  await expect
    .poll(() => videoElement(page).evaluate((one: HTMLVideoElement) => one.readyState))
    .toBeGreaterThan(1)
  await expect.poll(async () => (await playing(page)).paused).toBe(false)
}

test('the keys of focus review do what they say, and nothing while something else has the keyboard', async ({
  page,
  server,
}) => {
  await openAs(page, server, '/dashboard/category-config')
  await test.step('the player’s keys: play, seek, frames, speed, tenths, sound, mark, full screen', async () => {
    const queue = await addQueue(server, { media: 'city-clock.webm' })
    await showQueue(page, queue)
    await isReady(page)
    const { keyboard } = page
    expect(await playing(page)).toMatchObject({ muted: true, speed: 1 })
    await keyboard.press('Space')
    await expect.poll(async () => (await playing(page)).paused).toBe(true)

    await keyboard.press('5')
    await expect.poll(() => time(page)).toBeGreaterThan(15)
    const half = await time(page)
    await keyboard.press('ArrowRight')
    await expect.poll(() => time(page)).toBeCloseTo(half + 5, 1)
    await keyboard.press('Shift+ArrowLeft')
    await expect.poll(() => time(page)).toBeCloseTo(half + 4, 1)
    await keyboard.press('ArrowLeft')
    await keyboard.press('Shift+ArrowRight')
    await expect.poll(() => time(page)).toBeCloseTo(half, 1)
    await keyboard.press('.')
    await expect.poll(() => time(page)).toBeGreaterThan(half)
    expect(await time(page)).toBeLessThan(half + 0.2)
    const oneOn = await time(page)
    await keyboard.press(',')
    await expect.poll(() => time(page)).toBeLessThan(oneOn)
    await keyboard.press('Numpad0')
    await expect.poll(() => time(page)).toBe(0)

    await keyboard.press('Shift+Period')
    await expect.poll(async () => (await playing(page)).speed).toBeGreaterThan(1)
    await keyboard.press('Shift+Comma')
    await keyboard.press('Shift+Comma')
    await expect.poll(async () => (await playing(page)).speed).toBeLessThan(1)
    await keyboard.press('m')
    await expect.poll(async () => (await playing(page)).muted).toBe(false)
    await keyboard.press('m')
    await expect.poll(async () => (await playing(page)).muted).toBe(true)
    await keyboard.press('f')
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
    await keyboard.press('f')
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null)

    // The marked moment goes into the reason, and into the record.
    await keyboard.press('3')
    await expect.poll(() => time(page)).toBeGreaterThan(5)
    const marked = await time(page)
    await keyboard.press('i')
    await keyboard.press('r')
    await keyboard.press('1')
    await isShown(page, queue.ids[1])
    await isSaved(page)
    const [event] = await recordOf(server, queue.ids[0] ?? 0)
    expect(event?.reason).toMatch(
      new RegExp(`^at 0:${String(Math.floor(marked)).padStart(2, '0')}: `),
    )
    expect(event?.marks?.[0]?.from).toBeCloseTo(marked, 0)
  })

  await test.step('a held key decides once, and a double press does not hit the next item', async () => {
    const queue = await addQueue(server, { count: 5 })
    await showQueue(page, queue)
    // Without a key-up in between, every further press is a repeat.
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.down('a')
      await page.waitForTimeout(40)
    }
    await page.keyboard.up('a')
    await isShown(page, queue.ids[1])
    // In the page itself, at the moment the next item is there and once it has been drawn: a busy machine would
    // let more time pass.
    await page.evaluate(async () => {
      const title = () => document.querySelector('aside h2')?.textContent
      const press = () => {
        const key = { code: 'KeyA', key: 'a', bubbles: true, cancelable: true }
        document.body.dispatchEvent(new KeyboardEvent('keydown', key))
        document.body.dispatchEvent(new KeyboardEvent('keyup', key))
      }
      const before = title()
      const shown = new Promise<void>((resolve) => {
        const changes = new MutationObserver(() => {
          if (title() === before) return
          changes.disconnect()
          press()
          requestAnimationFrame(() =>
            setTimeout(() => {
              press()
              resolve()
            }),
          )
        })
        changes.observe(document.body, { childList: true, subtree: true, characterData: true })
      })
      press()
      await shown
    })
    await isShown(page, queue.ids[2])
    await isSaved(page)
    expect(await videoStatuses(server, queue.ids)).toEqual([
      approved,
      approved,
      pending,
      pending,
      pending,
    ])
    // The same by button: Enter held down on Approve.
    await panel(page).getByRole('button', { name: 'Approve' }).focus()
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.down('Enter')
      await page.waitForTimeout(40)
    }
    await page.keyboard.up('Enter')
    await isShown(page, queue.ids[3])
    await isSaved(page)
    expect(await videoStatuses(server, queue.ids)).toEqual([
      approved,
      approved,
      approved,
      pending,
      pending,
    ])
  })

  await test.step('keys do nothing while an input method composes, in a field or under a dialog', async () => {
    const queue = await addQueue(server)
    const [first = 0, second = 0] = queue.ids
    await showQueue(page, queue)
    const decided = countRequests(page, focusCalls.decide)
    const devtools = await page.context().newCDPSession(page)
    // As Chromium reports a letter taken by an input method: the code is known, the key is not.
    for (const type of ['rawKeyDown', 'keyUp'] as const)
      await devtools.send('Input.dispatchKeyEvent', {
        type,
        key: 'Process',
        code: 'KeyA',
        windowsVirtualKeyCode: 229,
      })
    await page.keyboard.press('r')
    await page.keyboard.press('0')
    const field = page.getByLabel('Reject reason')
    await expect(field).toBeFocused()
    await devtools.send('Input.imeSetComposition', {
      text: 'mohu',
      selectionStart: 4,
      selectionEnd: 4,
    })
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Escape')
    await expect(field).toBeVisible()
    expect(decided()).toBe(0)
    await devtools.send('Input.imeSetComposition', {
      text: 'mohu',
      selectionStart: 4,
      selectionEnd: 4,
    })
    await devtools.send('Input.insertText', { text: '画面模糊' })
    await expect(field).toHaveValue('画面模糊')
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
    await page.keyboard.press('Shift+Slash')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('a')
    await page.keyboard.press('s')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await isShown(page, first)
    expect(decided()).toBe(0)
    await page.keyboard.press('r')
    await page.keyboard.press('0')
    await expect(field).toHaveValue('画面模糊')
    await page.keyboard.press('Control+Enter')
    await isShown(page, second)
    await isSaved(page)
    expect(await recordOf(server, first)).toMatchObject([{ reason: '画面模糊' }])
  })

  await test.step('with the reasons open only digits, Escape and the player work', async () => {
    const queue = await addQueue(server, { media: 'city-clock.webm' })
    await showQueue(page, queue)
    await isReady(page)
    const strip = page.getByRole('group', { name: 'Reject reasons' })
    const before = await time(page)
    for (const key of ['r', 'a', 's', 'q', 'j', 'd', 't']) await page.keyboard.press(key)
    await expect(strip).toBeVisible()
    await expect(heading(page)).toContainText(`#${queue.ids[0]}`)
    await page.keyboard.press('9')
    await expect(strip).toBeVisible()
    expect(await time(page)).toBeLessThan(before + 5)
    await page.keyboard.press('Space')
    await expect.poll(async () => (await playing(page)).paused).toBe(true)
    await page.keyboard.press('Escape')
    await expect(strip).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/focus/)
    expect(await videoStatuses(server, queue.ids)).toEqual([pending, pending, pending])
  })

  await test.step('J and K move between the claimed items without deciding; * marks as featured', async () => {
    const queue = await addQueue(server)
    const [first = 0, second = 0, third = 0] = queue.ids
    await showQueue(page, queue)
    await page.keyboard.press('j')
    await isShown(page, second)
    await page.keyboard.press('j')
    await isShown(page, second)
    await page.keyboard.press('Shift+Digit8')
    await expectToast(page, 'Marked as featured')
    await expect(panel(page).getByText('Featured', { exact: true })).toBeVisible()
    await page.keyboard.press('k')
    await isShown(page, first)
    await page.keyboard.press('j')
    await isShown(page, second)
    await page.keyboard.press('a')
    await isShown(page, first)
    await page.keyboard.press('a')
    await isShown(page, third)
    await isSaved(page)
    expect(await recordOf(server, second)).toMatchObject([
      { action: 'feature' },
      { action: 'approve' },
    ])
  })

  await test.step('B, Shift+B and H: blurred and grey are kept in this browser, hidden is for this item', async () => {
    const queue = await addQueue(server, { media: 'city-clock.webm' })
    await showQueue(page, queue)
    await isReady(page)
    const looks = () => videoElement(page).evaluate((one) => getComputedStyle(one).filter)
    expect(await looks()).toBe('none')
    await page.keyboard.press('b')
    await expect.poll(looks).toContain('blur')
    await page.keyboard.press('Shift+B')
    await expect.poll(looks).toContain('grayscale')
    await page.keyboard.press('m')
    await expect.poll(async () => (await playing(page)).muted).toBe(false)
    await page.keyboard.press('h')
    await expect(videoElement(page)).toBeHidden()
    await expect.poll(() => playing(page)).toMatchObject({ paused: true, muted: true })
    await page.reload()
    await isShown(page, queue.ids[0])
    await expect.poll(looks).toContain('blur')
    await expect.poll(looks).toContain('grayscale')
    await expect(videoElement(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Blur' })).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('b')
    await page.keyboard.press('Shift+B')
    await expect.poll(looks).toBe('none')
  })

  await test.step('keys can be changed and switched off; the buttons and the help show them', async () => {
    const queue = await addQueue(server, { count: 4 })
    const [first, second, third] = queue.ids
    await showQueue(page, queue)
    const approve = panel(page).getByRole('button', { name: 'Approve' })
    await expect(approve).toHaveAttribute('aria-keyshortcuts', 'A')
    await page.keyboard.press('Shift+Slash')
    const help = page.getByRole('dialog', { name: 'Focus review shortcuts' })
    await expect(help.getByRole('listitem')).toHaveCount(29)
    await help.getByRole('button', { name: /^A\. Change the key for: Approve/ }).click()
    await page.keyboard.press('s')
    await expect(help.getByRole('alert')).toHaveText(
      'S is already used for: Skip (comes back later)',
    )
    await page.keyboard.press('3')
    await expect(help.getByRole('alert')).toHaveText('3 cannot be used')
    await page.keyboard.press('g')
    await expect(
      help.getByRole('button', { name: /^G\. Change the key for: Approve/ }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(help).toHaveCount(0)
    await expect(approve).toHaveAttribute('aria-keyshortcuts', 'G')
    await page.keyboard.press('a')
    await isShown(page, first)
    await page.keyboard.press('g')
    await isShown(page, second)

    await page.reload()
    await isShown(page, second)
    await expect(approve).toHaveAttribute('aria-keyshortcuts', 'G')
    await page.getByRole('button', { name: 'Shortcuts' }).click()
    await help.getByRole('checkbox', { name: 'Enable single-key shortcuts' }).uncheck()
    await page.keyboard.press('Escape')
    await expect(help).toHaveCount(0)
    for (const key of ['g', 's', 'q', 'h']) await page.keyboard.press(key)
    await isShown(page, second)
    await approve.click()
    await isShown(page, third)
    await isSaved(page)
    expect(await videoStatuses(server, queue.ids)).toEqual([approved, approved, pending, pending])
  })
})
