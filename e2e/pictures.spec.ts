import { createRandom } from '../server/dist/db/demo/random.js'
import { figure, many } from '../torture/figures.ts'
import { addCertification, detail } from './setup/items.ts'
import { startServer } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'
import { addVideos } from './setup/videos.ts'
import { goTo } from './setup/walk.ts'

/* Picture lists as members might send them, in a browser that loads any address. */

const place = '/dashboard/auth-review'
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

const schemes = [
  'https://',
  'http://',
  '//',
  '\\\\\\\\',
  'https:',
  'HTTPS:\\\\',
  '/\t/',
  ' //',
  'https:/\n/',
]
const before = ['', '127.0.0.1@', 'user:secret@', '/', '%40', 'localhost:80@']
const after = [
  '/x.png',
  '/x.svg',
  '',
  '?127.0.0.1',
  '#/pictures/x.webp',
  ':8443/x.gif',
  ':22',
  '\\x',
]
const strange = [
  'data:image/png;base64,AAAA',
  'blob:null',
  'javascript:alert(1)',
  'file:///etc/passwd',
]

test('of any list of pictures, only those that may be shown are asked for', {
  tag: '@torture',
}, async ({ page, server }) => {
  const lists = many(3, 100, 2000)
  test.setTimeout(480_000 + lists * 5000)
  console.log(`SEED=${seed}`)
  const random = createRandom(seed)
  const asked: string[] = []
  const ours = new URL(server.url).host
  page.on('request', (one) => {
    const url = new URL(one.url())
    if (/^(https?|wss?|ftp|file):$/.test(url.protocol) && url.host !== ours) asked.push(one.url())
  })
  // A request that only the page's policy stopped is a failure too.
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
      console.error(`stopped by the policy: ${blockedURI}`)
    })
  })
  page.on('console', (one) => one.text().startsWith('stopped') && asked.push(one.text()))
  await openAs(page, server, place)

  await test.step('what is no list of addresses is "No pictures"', async () => {
    const wrong = [
      null,
      '',
      '[]',
      '["/pictures/cert',
      'certificate-02.webp',
      '{"a":1}',
      '[7, null]',
    ]
    for (const pictures of wrong) {
      const id = await addCertification(server, { pictures, introduce: null })
      await goTo(page, `${place}?view=${id}`)
      await expect(detail(page)).toContainText(String(id))
      await expect(detail(page).getByText('No pictures')).toBeVisible()
      await expect(detail(page).getByText('No remark')).toBeVisible()
    }
  })

  await test.step('of ten thousand pictures fifty are shown, and the rest is counted', async () => {
    const pictures = JSON.stringify(Array(10_000).fill('/pictures/certificate-01.webp'))
    const id = await addCertification(server, { pictures })
    await goTo(page, `${place}?view=${id}`)
    await expect(detail(page).getByText('9950 more, not shown')).toBeVisible()
    await expect(detail(page).locator('.sr-pictures li')).toHaveCount(50)
  })

  await test.step('no list makes the browser ask a host that is not allowed', async () => {
    for (let list = 0; list < lists; list++) {
      const pictures = Array.from({ length: 12 }, (_, nth) => {
        const host = random.pick([
          'evil.example',
          'tracker.example.net',
          'xn--vil-dma.example',
          '[::1]',
        ])
        if (random.chance(0.1)) return random.pick(strange)
        const [start, name] = [random.pick(schemes) + random.pick(before), `n${nth}.${host}`]
        return `${start}${name}${random.pick(after)}`
      })
      const shown = ['/pictures/certificate-01.webp', ...pictures]
      const id = await addCertification(server, { pictures: JSON.stringify(shown) })
      await goTo(page, `${place}?view=${id}`)
      await expect(detail(page)).toContainText(String(id))
      await expect(detail(page).getByRole('img', { name: /^Picture 1 of/ })).toBeVisible()
      await expect(
        detail(page)
          .getByText(/Picture on .*, not shown/)
          .first(),
      ).toBeVisible()
      expect(asked, JSON.stringify(pictures)).toEqual([])
    }
    figure('I5', lists)
  })
})

test('without MEDIA_HOSTS a banner elsewhere is shown, and not told where; with MASK_PHONES a click shows a phone', async ({
  page,
}) => {
  const open = await startServer({ MEDIA_HOSTS: '', MASK_PHONES: 'on' })
  const banner = 'https://elsewhere.example/banner.svg'
  const video = await addVideos(open, { banner })
  const referrers: (string | undefined)[] = []
  await page.route(banner, (route) => {
    referrers.push(route.request().headers().referer)
    return route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="36"/>',
    })
  })
  await openAs(page, open, `${video.list}&view=${video.id}`)
  await expect(detail(page).getByRole('img', { name: 'Picture 1 of 1' })).toBeVisible()
  expect(referrers.length).toBeGreaterThan(0)
  expect(referrers.filter(Boolean)).toEqual([])

  const id = await addCertification(open, { phone: '13812340001' })
  await goTo(page, place)
  const row = page.locator(`tr[data-row="${id}"]`)
  await expect(row).toContainText('138****0001')
  await row.getByRole('button', { name: 'View' }).click()
  await detail(page)
    .getByRole('button', { name: /^138\*{4}0001/ })
    .click()
  await expect(detail(page).getByText('13812340001')).toBeVisible()
  await expect(detail(page).getByRole('region', { name: 'History' })).toContainText('Phone shown')
  await expect(row).not.toContainText('13812340001')
  await open.close()
})
