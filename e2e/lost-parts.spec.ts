import { figure } from '../torture/figures.ts'
import { type Part, rows, signIn, walks } from './setup/lost-parts.ts'
import { draw, seed } from './setup/lots.ts'
import { fileOf, filesToLose, lazyParts, loseFiles } from './setup/parts.ts'
import { expect, test } from './setup/test.ts'

/*
 * A part whose files got lost is loaded by the next attempt: without a reload, and what was typed is still there.
 * A short run loses a third of the parts, drawn by lot.
 */

/** The start of a walk and a third of what does not depend on each other after it; in full all of it. */
function drawParts(walk: Record<string, Part>): [string, Part][] {
  const stretches: [string, Part][][] = []
  for (const part of Object.entries(walk))
    if (part[1].follows) stretches.at(-1)?.push(part)
    else stretches.push([part])
  const [start = [], ...rest] = stretches
  return [start, ...draw(rest, Math.ceil(rest.length / 3))].flat()
}

test('every lazy part of the build has its walk here', () => {
  const walked = Object.values(walks).flatMap((parts) => Object.keys(parts))
  expect(walked.sort()).toEqual([...lazyParts].sort())
})

for (const [way, parts] of Object.entries(walks))
  test(`every part ${way} is lost twice and loaded then, without a reload`, {
    tag: '@torture',
  }, async ({ page, server }) => {
    console.log(`SEED=${seed}`)
    const drawn = drawParts(parts)
    const scene = { page, server, account: await server.addAccount('administrator') }
    const files = await loseFiles(page)
    const names = drawn.map(([name]) => name)
    const losePart = async (name: string, { beside = [], need, again, told, works }: Part) => {
      const { own, dependency, style } = filesToLose(name, beside, files.arrived)
      const all = [own, dependency, style].filter((file) => file !== undefined)
      // Those of later parts are lost too: this one may bring a screen that asks for them at once.
      const later = names.slice(names.indexOf(name) + 1).map(fileOf)
      files.lose([...all, ...later])
      await need?.(scene)
      if (name === names[0]) await page.evaluate(() => Object.assign(window, { stayed: true }))
      if (!again || !told) await expect.poll(() => files.count([own])).toBeGreaterThanOrEqual(2)
      else {
        await expect(told(page)).toBeVisible()
        // Once more all of them, then one of what it needs alone.
        for (let lost = all; lost.length > 0; lost = lost.slice(1)) {
          files.lose([...lost, ...later])
          const before = files.count(lost)
          await again(scene)
          await expect.poll(() => files.count(lost)).toBeGreaterThan(before)
          await expect(told(page)).toBeVisible()
        }
      }
      files.lose(later)
      // Before the attempt: some of it is an event that comes once.
      const working = works(scene)
      await again?.(scene)
      await working
      expect(await page.evaluate(() => 'stayed' in window), 'it was never reloaded').toBe(true)
      figure('U8', 1)
    }
    for (const [name, part] of drawn)
      await test.step(`${name} is lost twice and loaded then`, () => losePart(name, part))
  })

test('files that a new version took away: the reload is offered, and what was typed is there after it', async ({
  page,
  server,
}) => {
  const account = await server.addAccount()
  const gone = { status: 404, contentType: 'application/json', body: '{}' }
  await page.route('**/assets/start-*.js', (route) => route.fulfill(gone))
  await page.goto(`${server.url}/#/login`)
  await signIn({ page, server, account })
  await expect(page.getByRole('heading', { name: 'A new version is available' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'A new version is available' })).toHaveCount(0)
  await expect(page.getByLabel('Phone number')).toHaveValue(account.phone)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(rows(page)).toHaveCount(20)
})
