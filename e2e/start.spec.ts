import { expect, openAs, test } from './setup/test.ts'

test('a signed-in reviewer who opens the dashboard lands on certification review', async ({
  page,
  server,
}) => {
  await openAs(page, server, '/dashboard')
  await expect(page).toHaveURL(/#\/dashboard\/auth-review/)
})
