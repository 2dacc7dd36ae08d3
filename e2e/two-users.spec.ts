import { certificationCalls } from '@screening-room/contract/certifications'
import { figure, many } from '../torture/figures.ts'
import { addCertification, clickIfThere, countRequests, detail, eventsOf } from './setup/items.ts'
import { expect, openAs, test } from './setup/test.ts'

test('somebody else signs in beside an open dialog: what is clicked there is done in nobody’s name', async ({
  browser,
  server,
}) => {
  const times = many(1, 10)
  test.setTimeout(60_000 + times * 15_000)
  const place = '/dashboard/auth-review'
  for (let done = 0; done < times; done++) {
    const page = await (await browser.newContext()).newPage()
    const id = await addCertification(server)
    await openAs(page, server, `${place}?view=${id}`)
    const approve = detail(page).getByRole('button', { name: 'Approve' })
    await expect(approve).toBeEnabled()
    const sent = countRequests(page, certificationCalls.approve)
    const { phone, password } = await server.addAccount('reviewer', 'Somebody else')
    // The cookies of one browser are one jar: from here on they are the other person's.
    const answer = await page.context().request.post(`${server.url}/admin/user/login`, {
      form: { phone, pwd: password },
    })
    expect((await answer.json()).code).toBe(200)
    await clickIfThere(approve)
    await expect(page).toHaveURL(/#\/login$/)
    expect(sent()).toBeLessThanOrEqual(1)
    expect(await eventsOf(server, 'certification', id)).toEqual([])
    await page.context().close()
  }
  figure('U6', times)
})
