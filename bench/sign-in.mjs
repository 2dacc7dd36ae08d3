import { demoAccounts } from '../server/dist/db/demo/accounts.js'

/** Through the form, as the demo's administrator; the first list is there afterwards. */
export async function signIn(page, url) {
  await page.goto(`${url}/#/login`)
  await page.getByLabel('Phone number').fill(demoAccounts[0].phone)
  await page.getByLabel('Password', { exact: true }).fill(demoAccounts[0].password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('table').waitFor()
}
