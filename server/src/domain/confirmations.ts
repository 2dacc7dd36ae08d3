import type { AnyCall, InputOf } from '@screening-room/contract/call'
import type { WaitingFields } from '@screening-room/contract/confirmation-alerts'
import { waitingCalls } from '@screening-room/contract/confirmations'
import { confirmationHours } from '@screening-room/contract/four-eyes'
import {
  hasAny,
  type Permission,
  permissionsIn,
  permissionsOf,
} from '@screening-room/contract/permissions'
import { isBlank } from '@screening-room/contract/review'
import type { Tx } from '../db/pool.ts'
import { badField, missing, Refusal } from '../refusal.ts'
import * as store from '../store/confirmations.ts'
import { type Actor, appendEvents, type NewEvent } from '../store/events.ts'
import type { NewLink } from './team.ts'

/*
 * Four eyes: one person asks, another one does it, through the same function as if they had thought of it themselves.
 * Nobody is their own second person, and what the first one may not do any more is not done for them.
 */

export type SecondPerson = Actor & { sessionId: string }

/** What a call is about, and what it does. */
export interface WaitingAct<C extends AnyCall = AnyCall> {
  call: C
  /** Refuses what is not there. */
  subject(tx: Tx, by: Actor, input: InputOf<C>): Promise<{ queue: NewEvent['queue']; id: number }>
  run(tx: Tx, by: SecondPerson, input: InputOf<C>): Promise<NewLink | undefined>
}

export type WaitingActs = ReadonlyMap<string, WaitingAct>

const allCalls = Object.values(waitingCalls).flat()

/** The calls that somebody may confirm. */
export const confirmable = (own: readonly Permission[]): string[] =>
  allCalls.filter(({ needs }) => hasAny(own, permissionsIn(needs))).map(({ path }) => path)

function actAt(acts: WaitingActs, path: string): WaitingAct {
  const act = acts.get(path)
  if (!act) throw new Error(`${path} has no act`)
  return act
}

/** The reader of requests, handed in: it says which field is wrong. */
type ReadFields = (call: AnyCall, fields: WaitingFields) => unknown

export async function askSecond(
  tx: Tx,
  by: Actor,
  acts: WaitingActs,
  read: ReadFields,
  { call: path, fields, reason }: { call: string; fields: WaitingFields; reason: string },
): Promise<{ id: number; expiresAt: string }> {
  if (isBlank(reason)) throw badField('reason', 'required')
  refuseUnable(by.permissions ?? [], path)
  const { call, subject } = actAt(acts, path)
  const { queue, id } = await subject(tx, by, read(call, fields) as InputOf<AnyCall>)
  const asked = {
    call: path,
    fields,
    queue,
    subject: id,
    reason: reason.trim(),
    askedBy: by.id,
    hours: confirmationHours,
  }
  const added = await store.insertConfirmation(tx, asked)
  if (!added)
    throw new Refusal('already_asked', { by: (await store.getSameAsked(tx, asked)) ?? '' })
  const details = { confirmation: added.id, call: path, expiresAt: added.expiresAt }
  await appendEvents(tx, by, [id], { action: 'askSecond', queue, reason: asked.reason, details })
  return added
}

function refuseUnable(own: readonly Permission[], path: string): void {
  if (!confirmable(own).includes(path)) throw new Refusal('forbidden')
}

async function lockOpen(tx: Tx, id: number): Promise<store.LockedConfirmation> {
  const found = await store.lockConfirmation(tx, id)
  if (!found) throw missing('confirmation', id)
  if (!found.open) throw new Refusal('confirmation_ended')
  return found
}

function record(
  tx: Tx,
  by: Actor,
  { id, call, queue, subject, askedBy }: store.LockedConfirmation,
  action: 'confirmSecond' | 'refuseSecond' | 'withdrawSecond',
  reason = '',
): Promise<void> {
  const event = { action, queue: queue as NewEvent['queue'], reason }
  return appendEvents(tx, by, [subject], { ...event, details: { confirmation: id, call, askedBy } })
}

export async function confirmSecond(
  tx: Tx,
  by: SecondPerson,
  acts: WaitingActs,
  read: ReadFields,
  id: number,
): Promise<NewLink | undefined> {
  const asked = await lockOpen(tx, id)
  if (asked.askedBy === by.id) throw new Refusal('own_confirmation')
  refuseUnable(by.permissions ?? [], asked.call)
  const { active, role, permissions } = asked.asker
  // What a person may not do any more is not done for them by another one.
  if (!active || !confirmable(permissionsOf(role, permissions)).includes(asked.call))
    throw new Refusal('confirmation_ended')
  const { call, run } = actAt(acts, asked.call)
  await record(tx, by, asked, 'confirmSecond')
  await store.setConfirmation(tx, id, 'confirmed', by.id)
  const input = read(call, asked.fields) as InputOf<AnyCall>
  // They are the second person.
  return run(tx, { ...by, fourEyes: [] }, input)
}

/** One's own is withdrawn. */
export async function refuseSecond(tx: Tx, by: Actor, id: number, reason: string): Promise<void> {
  const asked = await lockOpen(tx, id)
  const own = asked.askedBy === by.id
  if (!own) refuseUnable(by.permissions ?? [], asked.call)
  if (!own && isBlank(reason)) throw badField('reason', 'required')
  await record(tx, by, asked, own ? 'withdrawSecond' : 'refuseSecond', reason.trim())
  await store.setConfirmation(tx, id, own ? 'withdrawn' : 'refused', by.id)
}
