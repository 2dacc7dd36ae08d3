import { factorCalls, type SecondStep, secondStepCalls } from '@screening-room/contract/factors'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import type { Client } from './client.ts'
import { type TestServer, testPassword } from './server.ts'

/* People with a second factor, and both steps of their sign-in. */

/** The code of an app whose clock is off by so many steps, not at the very end of one. */
export async function codeOf(secret: string, steps = 0): Promise<string> {
  while (Date.now() % 30_000 > 26_000) await new Promise((resolve) => setTimeout(resolve, 200))
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Time passes for the app: codes of the current step are taken again. */
export const nextCode = (server: TestServer, id: number) =>
  server.owner.query(sql`update totp set last_step = 0 where user_id = ${id}`)

export interface Person {
  client: Client
  id: number
  phone: string
  secret: string
  codes: string[]
}

export async function withTotp(server: TestServer): Promise<Person> {
  const client = await server.signIn('reviewer')
  const { secret, uri } = (await client.send(factorCalls.startTotp, {})).body.data
  expect(uri).toContain(`secret=${secret}`)
  const added = await client.send(factorCalls.addTotp, { code: await codeOf(secret) })
  expect(added.msg).toBe('ok')
  const codes = added.body.data.recoveryCodes ?? []
  return { client, id: client.userId, phone: client.phone, secret, codes }
}

export async function firstStep(phone: string, client: Client) {
  const answer = await client.signIn(phone, testPassword)
  const { data } = answer.body as { data?: SecondStep }
  return { client, answer, ticket: data?.ticket ?? '', passkey: data?.passkey ?? null }
}

export const sendCode = (client: Client, ticket: string, code: string) =>
  client.send(secondStepCalls.code, { ticket, code })

/** Signs in with both steps. */
export async function enter({ phone }: { phone: string }, code: string, client: Client) {
  const { ticket } = await firstStep(phone, client)
  return { client, answer: await sendCode(client, ticket, code) }
}
