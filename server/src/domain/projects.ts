import { reasonFor } from '@screening-room/contract/queues'
import type { Tx } from '../db/pool.ts'
import type { Actor } from '../store/events.ts'
import { decide } from './review.ts'

export async function approveProject(
  tx: Tx,
  by: Actor,
  id: number,
  version?: number,
): Promise<void> {
  await decide(tx, by, 'project', 'approve', id, { version })
}

export async function rejectProject(
  tx: Tx,
  by: Actor,
  id: number,
  message: string,
  version?: number,
): Promise<void> {
  const reason = reasonFor('project', message)
  await decide(tx, by, 'project', 'reject', id, { reason, version })
}
