import { teamCalls } from '@screening-room/contract/team'
import { expect, onTestFinished, test } from 'vitest'
import { createAccount } from '../src/domain/accounts.ts'
import { endAllAfterwards, startProcess } from './faults/processes.ts'
import { Client } from './setup/client.ts'
import {
  addressOfOurs,
  mailCertificate,
  mailPassword,
  mailUser,
  startMailServer,
} from './setup/mail-server.ts'
import { copyDatabase, openOwnerPool, testPassword } from './setup/server.ts'
import { until } from './setup/test-support.ts'

/* The built server, and a mail server whose certificate it was told to trust when it started. */

endAllAfterwards({ each: true })

test.each(['smtp', 'smtps'] as const)(
  'mail goes by %s to another host, encrypted and signed in',
  async (scheme) => {
    const mail = await startMailServer({ secure: scheme === 'smtps', allowInsecureAuth: false })
    onTestFinished(() => mail.close())
    const database = await copyDatabase(false)
    onTestFinished(database.drop)
    const server = await startProcess('/nonexistent', {
      DATABASE_URL: database.app,
      DATABASE_ADMIN_URL: database.admin,
      ...mail.env(scheme, '0.0.0.0'),
      ...(await addressOfOurs()),
      NODE_EXTRA_CA_CERTS: mailCertificate,
    })
    const owner = openOwnerPool(database.admin)
    onTestFinished(() => owner.close())
    const phone = '13612340000'
    const account = {
      phone,
      nickName: 'Mei',
      role: 'administrator',
      password: testPassword,
    } as const
    await createAccount(owner, account)
    const client = new Client(server.url)
    client.insists = true
    expect((await client.signIn(phone, testPassword)).code).toBe(200)
    const given = { phone: '13612340001', nickName: 'Quill', role: 'reviewer' }
    const { body } = await client.send(teamCalls.invite, { ...given, email: 'quill@example.org' })
    expect(body.data.mail).toEqual({ to: 'quill@example.org', sent: true })
    await until(() => server.output().includes('a link was mailed'))
    expect(mail.mails).toMatchObject([{ to: ['quill@example.org'], secure: true, user: mailUser }])
    for (const word of ['quill@', body.data.secret ?? '', decodeURIComponent(mailPassword)])
      expect(server.output() + server.errors()).not.toContain(word)
  },
)
