import { createHash } from 'node:crypto'
import type { Db } from '../db/pool.ts'
import {
  type Endpoint,
  endEndpoint,
  getLastEndpoint,
  insertEndpoint,
  insertFirstEndpoint,
  type RecordedEndpoint,
} from '../store/webhook.ts'

/*
 * The endpoint to which decisions are sent is recorded in the database. A process sends only where its own settings
 * are the recorded ones, and settles without sending only where there is no endpoint at all.
 */

export interface Webhook {
  url: string
  secret: string
}

/** What a process does with decisions that are due. */
export type Duty =
  | { does: 'send'; to: Webhook & Endpoint }
  | { does: 'settle' }
  /** Its settings are not the installation's. */
  | { does: 'nothing'; because: string }

export function endpointOf(webhook: Webhook): Webhook & Endpoint {
  const hash = createHash('sha256').update(webhook.secret).digest('hex')
  return { ...webhook, secretFingerprint: hash.slice(0, 16) }
}

const isSame = (one: Endpoint, other: Endpoint) =>
  one.url === other.url && one.secretFingerprint === other.secretFingerprint

/** Records this process's endpoint where the installation never had one. */
export async function findDuty(db: Db, webhook: Webhook | undefined): Promise<Duty> {
  const mine = webhook && endpointOf(webhook)
  let recorded = await getLastEndpoint(db)
  if (mine && !recorded) {
    await insertFirstEndpoint(db, mine)
    recorded = await getLastEndpoint(db)
  }
  const used = recorded?.endedAt === null ? recorded : undefined
  if (!mine && !used) return { does: 'settle' }
  if (mine && used && isSame(mine, used)) return { does: 'send', to: mine }
  return { does: 'nothing', because: disagreement(mine, recorded) }
}

/** An address may hold a token in its path or query: people are told its host only. */
function disagreement(mine: Endpoint | undefined, recorded: RecordedEndpoint | undefined): string {
  if (!recorded || recorded.endedAt !== null)
    return `WEBHOOK_URL is set, but webhooks were stopped at ${recorded?.endedAt}: this process sends nothing. To use these settings: npm run outbox -- --use-webhook`
  const { origin } = new URL(recorded.url)
  const leaves = 'this process sends nothing and leaves the outbox to the others.'
  if (!mine)
    return `WEBHOOK_URL is not set, but decisions are told to ${origin} since ${recorded.since}: ${leaves} Set WEBHOOK_URL and WEBHOOK_SECRET, or stop webhooks: npm run outbox -- --stop-webhook`
  const differs = mine.url === recorded.url ? 'WEBHOOK_SECRET' : 'WEBHOOK_URL'
  return `${differs} is not the one in use, which is for ${origin} since ${recorded.since}: ${leaves} Set the one in use, or change it: npm run outbox -- --use-webhook`
}

/** Returns whether that is a change. */
export async function useWebhook(db: Db, webhook: Webhook): Promise<boolean> {
  const mine = endpointOf(webhook)
  return db.transaction(async (tx) => {
    const recorded = await getLastEndpoint(tx)
    if (recorded?.endedAt === null && isSame(recorded, mine)) return false
    await endEndpoint(tx)
    await insertEndpoint(tx, mine)
    return true
  })
}

/** Returns whether there was one to stop. */
export async function stopWebhook(db: Db): Promise<boolean> {
  return db.transaction(async (tx) => (await endEndpoint(tx)) > 0)
}
