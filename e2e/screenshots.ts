import { readdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { languages } from '@screening-room/contract/refusals'
import { demoAccounts } from '../server/dist/db/demo/accounts.js'
import { screenshotViews } from './setup/more-views.ts'
import { signInContext, test } from './setup/test.ts'
import { settle, type View } from './setup/views.ts'

const folder = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))
const [administrator] = demoAccounts
const account = {
  id: 1,
  nickName: '',
  phone: administrator.phone,
  password: administrator.password,
}

const usual = { width: 1440, height: 900 }
/** Each view at each of these in one language and theme, which rotate. */
const others = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]
const looks = languages.flatMap((language) =>
  (['light', 'dark'] as const).map((theme) => ({ language, theme })),
)

const phoneBelow = 640
/** Focus review says what it needs there, and there is nothing to open. */
const isTooNarrow = ({ path }: View, width: number) => width < 1024 && path.includes('/focus/')

/** VIEWS=person,team takes those alone. */
const chosen = process.env.VIEWS?.split(',')
const isChosen = (name: string) => chosen?.includes(name) ?? true

/** Views rotate anew where one is added: what was taken of them before goes. */
async function removeTaken(names: readonly string[], ending: string): Promise<void> {
  for (const file of await readdir(folder)) {
    const [, name = ''] = /^(.+?)(?:-\d{3,4})?-(?:en|zh-CN)-(?:light|dark)\.webp$/.exec(file) ?? []
    if (names.includes(name) && file.endsWith(ending)) await rm(folder + file)
  }
}

for (const [nth, { language, theme }] of looks.entries())
  test(`takes screenshots of every screen and dialog in ${language}, ${theme}`, async ({
    browser,
    server,
  }) => {
    const context = await browser.newContext({
      viewport: usual,
      colorScheme: theme,
      locale: language,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    const photograph = async (name: string) => {
      await settle(page)
      // Also those that load when they come into view.
      await page.waitForFunction(() =>
        [...document.images].every((one) => {
          const { top, bottom } = one.getBoundingClientRect()
          return one.complete || bottom < 0 || top > innerHeight
        }),
      )
      // Playwright knows no WebP, which is half the size.
      const { data } = await devtools.send('Page.captureScreenshot', {
        format: 'webp',
        quality: (page.viewportSize()?.width ?? 0) > usual.width ? 60 : 72,
      })
      await writeFile(`${folder}${name}-${language}-${theme}.webp`, data, 'base64')
    }
    const views = await screenshotViews(server)
    const wanted = ['login', ...views.map(({ name }) => name)].filter(isChosen)
    await removeTaken(wanted, `-${language}-${theme}.webp`)
    await page.goto(`${server.url}/#/login`)
    if (isChosen('login')) await photograph('login')
    await signInContext(context, server, account)
    // The first steps are for new colleagues.
    await context.addInitScript((id) => localStorage.setItem(`coached-${id}`, 'yes'), account.id)
    for (const [place, view] of views.entries()) {
      if (!isChosen(view.name)) continue
      const own = others.filter((_, at) => (place + at) % looks.length === nth)
      for (const size of [usual, ...own]) {
        if (view.widths && !view.widths.includes(size.width)) continue
        await page.setViewportSize(size)
        // What is open follows the width, except on a phone, where it is opened in another way.
        if (size === usual || size.width < phoneBelow || isTooNarrow(view, size.width)) {
          await page.goto('about:blank')
          await page.goto(`${server.url}/#${view.path}`)
          await settle(page)
          if (!isTooNarrow(view, size.width)) await view.open?.(page)
        }
        await photograph(size === usual ? view.name : `${view.name}-${size.width}`)
      }
    }
    await context.close()
  })
