import { teamCalls } from '@screening-room/contract/team'
import { expect, onTestFinished, test } from 'vitest'
import { createAccount } from '../src/domain/accounts.ts'
import { freePort } from './faults/pgbouncer.ts'
import { endAllAfterwards, openOwner, readyDataDir, startProcess } from './faults/processes.ts'
import { Client } from './setup/client.ts'
import { mailCertificate, mailPassword, mailUser, startMailServer } from './setup/mail-server.ts'
import { testPassword } from './setup/server.ts'

/* The built server, and a mail server whose certificate it was told to trust when it started. */

endAllAfterwards({ each: true })

test.each(['smtp', 'smtps'] as const)(
  'mail goes by %s to another host, encrypted and signed in',
  async (scheme) => {
    const mail = await startMailServer({ secure: scheme === 'smtps', allowInsecureAuth: false })
    onTestFinished(() => mail.close())
    const port = String(await freePort())
    const server = await startProcess(readyDataDir(), {
      ...mail.env(scheme, '0.0.0.0'),
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      NODE_EXTRA_CA_CERTS: mailCertificate,
    })
    const owner = openOwner(server)
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
    expect((await client.signIn(phone, testPassword)).code).toBe(200)
    const given = { phone: '13612340001', nickName: 'Quill', role: 'reviewer' }
    const { body } = await client.send(teamCalls.invite, { ...given, email: 'quill@example.org' })
    expect([body.data.mail, server.output()]).toEqual([
      { to: 'quill@example.org', sent: true },
      expect.stringContaining('a link was mailed'),
    ])
    expect(mail.mails).toMatchObject([{ to: ['quill@example.org'], secure: true, user: mailUser }])
    for (const word of ['quill@', body.data.secret ?? '', decodeURIComponent(mailPassword)])
      expect(server.output() + server.errors()).not.toContain(word)
  },
)
