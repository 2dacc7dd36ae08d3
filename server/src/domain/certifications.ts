import type { Language } from '@screening-room/contract/languages'
import { reasonFor } from '@screening-room/contract/queues'
import type { Tx } from '../db/pool.ts'
import type { RoleRow } from '../store/certifications.ts'
import type { Actor } from '../store/events.ts'
import { decide } from './review.ts'

export async function approveCertification(tx: Tx, by: Actor, id: number): Promise<void> {
  await decide(tx, by, 'certification', 'approve', id)
}

export async function rejectCertification(
  tx: Tx,
  by: Actor,
  id: number,
  message: string,
): Promise<void> {
  const reason = reasonFor('certification', message)
  await decide(tx, by, 'certification', 'reject', id, { reason })
}

/** The map has one name for each role, so it is in the reader's language. */
export function roleNames(roles: readonly RoleRow[], language: Language): Record<string, string> {
  const named = roles.map(({ id, name, nameEn }) => [
    String(id),
    (language === 'en' && nameEn) || name,
  ])
  return Object.fromEntries(named)
}
