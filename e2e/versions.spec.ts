import { isSaved, isShown, panel, videoStatuses } from './setup/focus.ts'
import { detail } from './setup/items.ts'
import { openPlatform } from './setup/platform.ts'
import { expect, openAs, test } from './setup/test.ts'
import { goTo, setLanguage } from './setup/walk.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('a reviewer sees what the platform changed, in the dialog and in focus review, and decides on the latest version', async ({
  page,
  server,
}) => {
  const send = await openPlatform(server)
  const day = '1989-03-01'
  const days = `start=${day}&end=${day}`
  const list = `/dashboard/video-review?tab=personal&${days}`
  const row = {
    external_id: 'versions-1',
    type: 'personal',
    uploader: 'versions-member',
    title: 'Night market',
    introduction: 'Filmed in one night. The music is borrowed.',
    media: 'city-clock.webm',
    duration: 40,
    created_at: `${day}T10:00:00+08:00`,
    attributes: [
      {
        name: 'channel',
        value: 'Streets',
        label: '频道',
        label_en: 'Channel',
        link: 'https://a.example/7',
      },
    ],
    signals: [{ name: 'smoke', score: 0.87, source: 'model-3', from: 12.5, to: 14 }],
    priority: 60,
  }
  const id = await send('videos', row)
  await openAs(page, server, `${list}&view=${id}`)
  const notes = detail(page).locator('.sr-notes')

  await test.step('what the platform says of it is beside it', async () => {
    await expect(notes.getByRole('link', { name: 'Streets' })).toHaveAttribute(
      'href',
      'https://a.example/7',
    )
    await expect(notes).toContainText('Channel')
    await expect(detail(page).getByText('versions-1', { exact: true })).toBeVisible()
    await expect(notes.getByRole('region', { name: 'Signals' })).toContainText(
      /87\s?%.*smoke.*model-3/,
    )
  })

  await test.step('a change is told in the open dialog; the decision that was begun before it is refused, and its text kept', async () => {
    await detail(page).getByRole('button', { name: 'Reject' }).click()
    const reason = page.getByRole('textbox', { name: 'Reject reason' })
    await reason.fill('The music is not licensed')
    await send('videos', { ...row, title: 'Night market, again' })
    await expect(notes).toContainText(
      'The platform has changed this since you opened it (version 1)',
    )
    await expect(notes.locator('ins')).toHaveText(', again')
    const confirm = page.getByRole('dialog').last()
    await confirm.getByRole('button', { name: /^(Reject|OK)$/ }).click()
    await expect(confirm.getByRole('alert')).toContainText(
      'The platform has changed this item (title)',
    )
    await expect(reason).toHaveValue('The music is not licensed')
    await confirm.getByRole('button', { name: /^(Reject|OK)$/ }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await videoStatuses(server, [id])).toEqual([3])
  })

  const revised = {
    ...row,
    title: 'Night market, again',
    introduction: 'Filmed in one night. The music is mine.',
    media: 'harbour.webm',
  }

  await test.step('focus review shows what is different since the rejection, why it comes first, and its signals', async () => {
    await send('videos', { ...revised, resubmit: true })
    await goTo(page, `/dashboard/focus/personal-video?${days}`)
    await isShown(page, id)
    const changes = panel(page).locator('.sr-changes')
    await expect(changes).toContainText(/Changed since .* rejected version 2/)
    await expect(changes.getByText('Media replaced')).toBeVisible()
    await expect(changes.locator('del')).toHaveText('borrowed')
    await expect(changes.locator('ins')).toHaveText('mine')
    await expect(panel(page)).toContainText('Why first: priority 60')
    await expect(page.locator('.sr-rp-signal')).toHaveAttribute('title', /smoke 87 %/)
  })

  await test.step('a change of the item in hand is told, and what was typed stays', async () => {
    await page.keyboard.press('r')
    await page.keyboard.press('0')
    const field = page.getByRole('textbox', { name: 'Reject reason' })
    await field.fill('half a sentence')
    await send('videos', { ...revised, title: 'Night market, at last' })
    await expect(page.getByText('The platform has just changed this item.')).toBeVisible()
    await expect(panel(page).getByRole('heading', { level: 2 })).toContainText('at last')
    await expect(panel(page).locator('.sr-changes ins')).toHaveText('at last')
    await expect(field).toHaveValue('half a sentence')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await isShown(page, id)
    await panel(page)
      .getByRole('button', { name: /^Approve/ })
      .click()
    await isSaved(page)
    await expect.poll(() => videoStatuses(server, [id])).toEqual([5])
  })

  await test.step('what the platform withdrew is shown as that, in both languages', async () => {
    await send('withdrawals', { kind: 'video', external_id: row.external_id })
    await goTo(page, list)
    await expect(page.locator(`tr[data-row="${id}"]`)).toContainText('Withdrawn')
    await goTo(page, `${list}&view=${id}`)
    await expect(detail(page)).toContainText('Withdrawn by Platform')
    await page.keyboard.press('Escape')
    await setLanguage(page, 'zh-CN')
    await expect(page.locator(`tr[data-row="${id}"]`)).toContainText('已撤回')
  })
})
