import type { AnyCall } from '@screening-room/contract/call'
import { certificationCalls } from '@screening-room/contract/certifications'
import type { DecidedItem } from '@screening-room/contract/focus'
import type { FocusQueue } from '@screening-room/contract/holders'
import { type Member, memberCountsTo, type ReportCounts } from '@screening-room/contract/members'
import { hasAny, type Permission, permissionsIn } from '@screening-room/contract/permissions'
import { seeing } from '@screening-room/contract/queue-permissions'
import {
  hasAction,
  type ItemQueue,
  lists,
  listWith,
  type Queue,
  queueNames,
  ruleFor,
} from '@screening-room/contract/queues'
import { reportCalls } from '@screening-room/contract/reports'
import { isBlank, status } from '@screening-room/contract/review'
import type { Db, Tx } from '../db/pool.ts'
import { badField, missing, Refusal } from '../refusal.ts'
import { type Actor, appendEvents } from '../store/events.ts'
import {
  findDecisionsOn,
  findMemberNotes,
  getMemberItems,
  getMemberReports,
  type MemberItems,
} from '../store/members.ts'
import { requestErasure } from './erasure.ts'
import { refuseAlone } from './four-eyes.ts'
import { readStrikes } from './strikes.ts'

/** Whose take-downs are strikes: those that name their reasons. */
const strikeQueues = queueNames.filter(
  (queue) => hasAction(queue, 'takeDown') && ruleFor(queue, 'takeDown').needs === 'reasonIds',
)

/** Somebody of whom nothing is known is nobody. */
async function readItems(db: Db | Tx, id: number): Promise<MemberItems> {
  const found = await getMemberItems(db, id)
  if (!found) throw missing('member', id)
  return found
}

/** What the reader's role may not see is left out. */
export async function getMember(db: Db, id: number, own: readonly Permission[]): Promise<Member> {
  const may = ({ needs }: AnyCall) => hasAny(own, permissionsIn(needs))
  const sees = (item: { queue: Queue }) => hasAny(own, seeing(item.queue))
  const { counts, more, known, ...items } = await readItems(db, id)
  const { against, by, latest } = await getMemberReports(db, id)
  if (!known && counts.length === 0 && latest.length === 0) throw missing('member', id)
  const decisions = await findDecisionsOn(db, id)
  return {
    id,
    externalId: items.externalId,
    nickName: items.nickName,
    erased: items.erased,
    certified: items.certified,
    certification: may(certificationCalls.list) ? items.certification : null,
    lists: byList(counts.filter(sees), more),
    items: items.items.filter(sees).flatMap(listed),
    decisions: decisions.filter(sees).flatMap(listed),
    strikes: strikeQueues.some((queue) => sees({ queue })) ? await readStrikes(db, id) : null,
    reportsAgainst: reportCounts(against),
    reportsBy: reportCounts(by),
    reported: may(reportCalls.list) ? latest : [],
    notes: await findMemberNotes(db, id),
  }
}

/** With the address of the list that shows it. */
function listed<Item extends { queue: ItemQueue; kind: number }>({ queue, kind, ...item }: Item) {
  const list = listWith(queue, kind)
  return list ? [{ list: lists[list].address as DecidedItem['list'], ...item }] : []
}

const countNames = {
  [status.pending]: 'pending',
  [status.approved]: 'approved',
  [status.rejected]: 'rejected',
  [status.takenDown]: 'takenDown',
  [status.withdrawn]: 'withdrawn',
} as const
const nothingYet = { pending: 0, approved: 0, rejected: 0, takenDown: 0, withdrawn: 0 }

/** Promo videos are counted with the project videos, whose list has them as well. */
function byList(counts: MemberItems['counts'], more: readonly ItemQueue[]): Member['lists'] {
  const found = new Map<FocusQueue, Member['lists'][number]>()
  for (const { queue, kind, status, n } of counts) {
    const list = listWith(queue, kind)
    if (!list) continue
    const { address } = lists[list]
    const own = found.get(address) ?? { list: address, ...nothingYet, more: more.includes(queue) }
    own[countNames[status as keyof typeof countNames] ?? 'pending'] += n
    found.set(address, own)
  }
  const order = Object.values(lists).map(({ address }) => address as FocusQueue)
  return [...found.values()].sort((a, b) => order.indexOf(a.list) - order.indexOf(b.list))
}

function reportCounts(counts: { status: number; n: number }[]): ReportCounts {
  const of = (at: number) => counts.find(({ status }) => status === at)?.n ?? 0
  return {
    pending: of(status.pending),
    upheld: of(status.takenDown),
    dismissed: of(status.rejected),
    withdrawn: of(status.withdrawn),
    more: counts.reduce((sum, { n }) => sum + n, 0) > memberCountsTo,
  }
}

/** From now on nothing names them; what is theirs goes in the background. */
export async function eraseMember(tx: Tx, by: Actor, id: number): Promise<void> {
  const { known, erased, counts } = await readItems(tx, id)
  if (!known && counts.length === 0) throw missing('member', id)
  if (erased) throw new Refusal('item_erased')
  refuseAlone(by, 'erase')
  await requestErasure(tx, by, id)
}

/** For colleagues. Of somebody who was erased nothing is written down any more. */
export async function addMemberNote(tx: Tx, by: Actor, id: number, text: string): Promise<void> {
  if (isBlank(text)) throw badField('text', 'required')
  const { known, erased, counts } = await readItems(tx, id)
  if (!known && counts.length === 0) throw missing('member', id)
  if (erased) throw new Refusal('item_erased')
  await appendEvents(tx, by, [id], { action: 'note', queue: 'member', reason: text.trim() })
}
