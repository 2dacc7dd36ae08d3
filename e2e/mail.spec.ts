import {
  addressOfOurs,
  type MailServer,
  readMail,
  startMailServer,
} from '../server/test/setup/mail-server.ts'
import { type Server, startServer } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'

/* Invitations and new links by mail, on the screen. */

const startWithMail = async (mail: MailServer): Promise<Server> =>
  startServer({ ...mail.env(), ...(await addressOfOurs()) })

test('a link is mailed where an address is given, and shown in any case; what became of the mail is said', async ({
  page,
  context,
}) => {
  const mail = await startMailServer()
  const server = await startWithMail(mail)
  try {
    const chief = await server.addAccount('administrator', 'Ada')
    await openAs(page, server, '/dashboard/team', chief)
    const region = (name: string) => page.getByRole('region', { name: `A link for ${name}` })

    await test.step('an invitation is mailed; the link in the mail opens', async () => {
      await page.getByRole('button', { name: 'Invite' }).click()
      const form = page.getByRole('form', { name: 'Invite somebody' })
      await form.getByLabel('Name').fill('Quill')
      await form.getByLabel('Phone number').fill('13877770101')
      await form.getByLabel('E-mail').fill('quill at example.com')
      await form.getByLabel('E-mail').press('Enter')
      await expect(form.getByText('This is no e-mail address')).toBeVisible()
      await expect(form.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true')
      await form.getByLabel('E-mail').fill(' quill@example.com ')
      await form.getByLabel('E-mail').press('Enter')
      await expectToast(page, 'Account created')
      await expect(region('Quill').getByRole('status')).toHaveText(
        'The link was mailed to quill@example.com.',
      )
      const link = await region('Quill').getByRole('textbox').inputValue()
      const [sent] = mail.mails
      expect(sent?.to).toEqual(['quill@example.com'])
      expect(sent && readMail(sent).text).toContain(link)
      const theirs = await context.newPage()
      await theirs.goto(link)
      await expect(theirs.getByRole('heading', { name: 'Welcome, Quill' })).toBeVisible()
      await theirs.close()
      await region('Quill').getByRole('button', { name: 'Done' }).click()
    })

    await test.step('a new link asks where to; without an address nothing is mailed', async () => {
      await page.getByRole('button', { name: 'More actions for Quill' }).click()
      await page.getByRole('button', { name: 'New link for Quill' }).click()
      const dialog = page.getByRole('dialog', { name: 'New link for Quill' })
      await dialog.getByRole('button', { name: 'Create link' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(region('Quill')).toBeVisible()
      await expect(region('Quill').getByText(/mailed|mail server/)).toHaveCount(0)
      await expect(region('Quill')).toBeFocused()
      expect(mail.mails).toHaveLength(1)
    })

    await test.step('a mail that does not go out is said, and the link is shown', async () => {
      await mail.close()
      await page.getByRole('button', { name: 'More actions for Quill' }).click()
      await page.getByRole('button', { name: 'New link for Quill' }).click()
      const dialog = page.getByRole('dialog', { name: 'New link for Quill' })
      await dialog.getByLabel('E-mail').fill('quill@example')
      await dialog.getByRole('button', { name: 'Create link' }).click()
      await expect(dialog.getByText('This is no e-mail address')).toBeVisible()
      await dialog.getByLabel('E-mail').fill('quill@example.com')
      await dialog.getByLabel('E-mail').press('Enter')
      await expect(region('Quill').getByRole('alert')).toHaveText(
        'The mail server did not accept the mail to quill@example.com. Pass the link on yourself.',
      )
      await expect(region('Quill').getByRole('textbox')).toHaveValue(/#\/link\/[\w-]{43}$/)
    })
  } finally {
    await server.close()
    await mail.close()
  }
})
