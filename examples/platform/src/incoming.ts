import {
  type Client,
  type PlatformEvent,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookMessage,
  WebhookRefused,
} from '@screening-room/client'
import type { Pool } from 'pg'
import { inTransaction, type Queries, type Status } from './database.ts'

/* What Screening Room tells us: by webhook as soon as it is final, and by the record of events as a catch-up. */

const statuses: Record<number, Status> = {
  0: 'pending',
  3: 'rejected',
  5: 'approved',
  8: 'taken down',
  9: 'withdrawn',
}

/** What a webhook message and an event of the record have in common, as far as we need it. */
type Change = Pick<
  WebhookMessage & PlatformEvent,
  'event' | 'queue' | 'external_id' | 'after' | 'reason' | 'reasons' | 'reason_texts'
>

/** In the words of the catalogue where the reason came from it, else in those of the reviewer. */
function sentencesOf({ reason, reasons, reason_texts }: Change): string[] {
  if (reasons.length > 0) return reasons.map(({ message, message_en }) => message_en ?? message)
  const sentence = reason_texts?.en ?? reason
  return sentence ? [sentence] : []
}

/** May be called with the same change twice, and with an older one after a newer one. */
async function applyChange(db: Queries, change: Change): Promise<void> {
  const { event, queue, external_id: id, after } = change
  const status = after === null ? undefined : statuses[after]
  if (!status) return
  // Compared as text: the record may hold things that another program has named otherwise.
  if (queue === 'video')
    await db.query(
      `update video set status = $2, reasons = $3, last_event = $4
       where id::text = $1 and last_event < $4`,
      [id, status, JSON.stringify(sentencesOf(change)), event],
    )
  if (queue === 'report')
    await db.query(
      'update report set status = $2, last_event = $3 where id::text = $1 and last_event < $3',
      [id, status, event],
    )
}

/** Returns the HTTP status of the answer: any 2xx says that we have it, all else that it must be sent again. */
export async function receiveWebhook(
  pool: Pool,
  secret: string,
  headers: WebhookHeaders,
  body: string,
): Promise<number> {
  try {
    await applyChange(pool, await verifyWebhook({ secrets: [secret], headers, body }))
    return 204
  } catch (error) {
    if (error instanceof WebhookRefused) return 401
    throw error
  }
}

/**
 * Reads the record from where we stopped last time, and keeps the position with what it changed. What a reviewer
 * can still undo is left for the next time; webhooks wait for that by themselves.
 */
export async function catchUp(pool: Pool, client: Client, undoSeconds: number): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ position: string }>('select position from progress')
    const after = Number(rows[0]?.position ?? 0)
    const page = await client.events({ after, limit: 500 })
    const settled = Date.now() - undoSeconds * 1000
    const young = page.data.find(({ at }) => Date.parse(at) > settled)
    const position = young ? young.position - 1 : page.next
    if (position <= after) return
    await inTransaction(pool, async (tx) => {
      for (const event of page.data) if (event.position <= position) await applyChange(tx, event)
      await tx.query('update progress set position = $1', [position])
    })
  }
}
