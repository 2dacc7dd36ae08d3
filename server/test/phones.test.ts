import { certificationCalls } from '@screening-room/contract/certifications'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { expectWhole } from './setup/checks.ts'
import type { Client } from './setup/client.ts'
import { newDesk, take } from './setup/focus.ts'
import { addCertifications, eventsOf } from './setup/items.ts'
import { startServer, type TestServer } from './setup/server.ts'

/* With MASK_PHONES lists mask phones too, and each that is shown whole is on record. */

let server: TestServer
let li: Client
beforeAll(async () => {
  server = await startServer({ env: { MASK_PHONES: 'on' } })
  li = await server.signIn('reviewer', 'Li Wei')
})
afterAll(() => server.close())

test('lists, dialogs and focus review get no whole phone; a call reveals one and records who asked', async () => {
  const [id = 0, short = 0] = await addCertifications(server.owner, 2)
  await server.owner.query(sql`update certification set phone = '13812340001' where id = ${id}`)
  await server.owner.query(sql`update certification set phone = '12345' where id = ${short}`)
  const masked = { phone: '138****0001', phoneMasked: true }
  const { body } = await li.send(certificationCalls.list, {})
  expect(body.data.map(({ phone }) => phone)).toEqual(['****5', '138****0001'])
  expect((await li.send(certificationCalls.get, { id })).body.data).toMatchObject(masked)
  expect((await take(li, newDesk(), 'auth')).certification).toMatchObject(masked)

  const headers = { 'idempotency-key': 'reveal-phone-1' }
  for (let times = 0; times < 2; times++) {
    const revealed = await li.send(certificationCalls.phone, { authId: id }, headers)
    expect(revealed.body.data).toEqual({ phone: '13812340001' })
  }
  expect(await eventsOf(server.owner, 'certification', id)).toMatchObject([
    { action: 'revealPhone', actorId: li.userId, before: null, after: null },
  ])
  expect(await li.sendRaw(certificationCalls.phone, { authId: 999_999 })).toMatchObject({
    code: 404,
  })
  const [kept] = await server.owner.query<{ n: number }>(
    sql`select count(*)::int as n from event where details::text like '%13812340001%'`,
  )
  expect(kept?.n).toBe(0)
  await expectWhole(server)
})
