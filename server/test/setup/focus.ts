import { randomUUID } from 'node:crypto'
import { type Claimed, focusCalls } from '@screening-room/contract/focus'
import type { FocusQueue } from '@screening-room/contract/holders'
import { problemSentence, refusals } from '@screening-room/contract/refusals'
import { expect } from 'vitest'
import type { Db } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import type { Client } from './client.ts'

/* Working through a queue as the screen does. */

export const newDesk = () => `desk-${randomUUID()}`
export const idsOf = (items: readonly Claimed[]) => items.map((item) => item.id)

/** What a desk is given; filters as on the list. */
export async function next(
  client: Client,
  desk: string,
  queue: FocusQueue = 'project-video',
  filter: Record<string, string | number> = {},
) {
  const answer = await client.sendRaw(focusCalls.next, { queue, desk, ...filter })
  expect(answer.msg).toBe('ok')
  return answer.body.data
}

/** The item that is on the screen. */
export async function take(
  client: Client,
  desk: string,
  queue: FocusQueue = 'project-video',
  filter: Record<string, string | number> = {},
): Promise<Claimed> {
  const [first] = (await next(client, desk, queue, filter)).items
  if (!first) throw new Error(`nothing waits in ${queue}`)
  return first
}

export const decide = (client: Client, fields: Record<string, string | number | number[]>) =>
  client.sendRaw(focusCalls.decide, fields)

/** As if nobody had been heard of for five minutes. */
export async function expire(db: Db, lease: string): Promise<void> {
  await db.query(
    sql`update waiting set until = now() - interval '1 second' where lease_id = ${lease}`,
  )
}

export async function countHeld(db: Db): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    sql`select count(*)::int as n from waiting where until > now()`,
  )
  return row?.n ?? 0
}

/** Nothing to review is left over from the test before. */
export async function clearItems(db: Db): Promise<void> {
  for (const table of [sql`video`, sql`report`, sql`certification`, sql`project`, sql`skipped`])
    await db.query(sql`delete from ${table}`)
}

export const refused = (code: keyof typeof refusals) => ({ code: refusals[code].code })
export const badly = (field: string, problem: string) => ({
  code: 400,
  msg: `${field} ${problemSentence(problem, 'en')}`,
})
