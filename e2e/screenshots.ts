import { fileURLToPath } from 'node:url'
import { languages } from '@screening-room/contract/refusals'
import { demoAccounts } from '../server/dist/db/demo/accounts.js'
import { signInContext, test } from './setup/test.ts'
import { allViews, settle } from './setup/views.ts'

const folder = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))
const [administrator] = demoAccounts
const account = {
  id: 1,
  nickName: '',
  phone: administrator.phone,
  password: administrator.password,
}

for (const language of languages)
  for (const theme of ['light', 'dark'] as const)
    test(`takes screenshots of every screen and dialog in ${language}, ${theme}`, async ({
      browser,
      server,
    }) => {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        colorScheme: theme,
        locale: language,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      const photograph = async (name: string) => {
        await settle(page)
        await page.screenshot({
          path: `${folder}${name}-${language}-${theme}.jpg`,
          type: 'jpeg',
          quality: 82,
        })
      }
      await page.goto(`${server.url}/#/login`)
      await photograph('login')
      await signInContext(context, server, account)
      for (const { name, path, open } of await allViews(server)) {
        await page.goto('about:blank')
        await page.goto(`${server.url}/#${path}`)
        await settle(page)
        await open?.(page)
        await photograph(name)
      }
      await context.close()
    })
