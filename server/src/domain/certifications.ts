import type { Certification } from '@screening-room/contract/certifications'
import type { Claimed } from '@screening-room/contract/focus'
import type { Language } from '@screening-room/contract/languages'
import { maskPhone } from '@screening-room/contract/phones'
import { reasonFor } from '@screening-room/contract/queues'
import type { Tx } from '../db/pool.ts'
import { missing } from '../refusal.ts'
import { getCertification, type RoleRow } from '../store/certifications.ts'
import { type Actor, appendEvents, getHasToday } from '../store/events.ts'
import { lockItem } from '../store/review.ts'
import { decide } from './review.ts'

export async function approveCertification(
  tx: Tx,
  by: Actor,
  id: number,
  version?: number,
): Promise<void> {
  await decide(tx, by, 'certification', 'approve', id, { version })
}

export async function rejectCertification(
  tx: Tx,
  by: Actor,
  id: number,
  message: string,
  version?: number,
): Promise<void> {
  const reason = reasonFor('certification', message)
  await decide(tx, by, 'certification', 'reject', id, { reason, version })
}

/** The map has one name for each role, so it is in the reader's language. */
export function roleNames(roles: readonly RoleRow[], language: Language): Record<string, string> {
  const named = roles.map(({ id, name, nameEn }) => [
    String(id),
    (language === 'en' && nameEn) || name,
  ])
  return Object.fromEntries(named)
}

/** With its phone masked: to review an item nobody needs it, and who does reveals it. */
export function withoutPhone(item: Certification): Certification {
  if (!item.phone) return item
  return { ...item, phone: maskPhone(item.phone), phoneMasked: true }
}

/** A row of the list, as the installation is configured (`MASK_PHONES`): the specification's list has the phone. */
export const shownCertification = (item: Certification, mask: boolean): Certification =>
  mask ? withoutPhone(item) : item

/** An item of focus review, of whatever queue. */
export function shownItem(item: Claimed): Claimed {
  const { certification } = item
  return certification ? { ...item, certification: withoutPhone(certification) } : item
}

/** The whole phone. That it was shown, and to whom, is on record; the phone itself is not. */
export async function revealPhone(tx: Tx, by: Actor, id: number): Promise<string> {
  // Locked, so that an erasure finds the stored answer, or the phone is gone before it is read.
  await lockItem(tx, 'certification', id)
  const found = await getCertification(tx, id)
  if (!found) throw missing('certification', id)
  await appendEvents(tx, by, [id], { action: 'revealPhone', queue: 'certification' })
  return found.phone ?? ''
}

/** That the certificates were on somebody's screen, once a day: to look again is no news. */
export async function openCertificates(tx: Tx, by: Actor, id: number): Promise<void> {
  // Locked, so that two tabs at once record it once.
  if (!(await lockItem(tx, 'certification', id))) throw missing('certification', id)
  const event = { action: 'openCertificates', queue: 'certification' } as const
  if (!(await getHasToday(tx, by, id, event))) await appendEvents(tx, by, [id], event)
}
