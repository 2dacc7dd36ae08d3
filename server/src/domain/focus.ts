import type { InputOf, OutputOf } from '@screening-room/contract/call'
import { searchCountsTo } from '@screening-room/contract/fields'
import {
  type About,
  type Claimed,
  type DecidedItem,
  type focusCalls,
  focusFilterNames,
  leaseSeconds,
} from '@screening-room/contract/focus'
import type { FocusQueue } from '@screening-room/contract/holders'
import { hasAny, type Permission } from '@screening-room/contract/permissions'
import { seeing } from '@screening-room/contract/queue-permissions'
import {
  filtersOf,
  isCase,
  itemQueueOf,
  kindIn,
  kindNameOf,
  type ListEntry,
  type ListName,
  listAt,
  listNames,
  lists,
  listWith,
  type Queue,
} from '@screening-room/contract/queues'
import type { Report } from '@screening-room/contract/reports'
import { status } from '@screening-room/contract/review'
import type { Db, Tx } from '../db/pool.ts'
import { badField, missing, Refusal } from '../refusal.ts'
import {
  claim,
  dropWaiting,
  extendLeases,
  type Filter,
  getWaiting,
  getWaitingCounts,
  type Holding,
  type Lease,
  lockHolder,
  releaseLeases,
} from '../store/leases.ts'
import { type Filters, findByWords, findOldest } from '../store/paging.ts'
import { rowsOf } from '../store/queues.ts'
import { findReportedVideos, findReporterCounts } from '../store/reports.ts'
import {
  findDecidedOf,
  getSubmitter,
  type SubmittedItem,
  type SubmitterFound,
} from '../store/submitters.ts'
import { itemsOf } from './items.ts'
import { rangeOf } from './platform-time.ts'

/* One item after the other, each handed to one person at a time. */

/** The item on the screen and the one after it. */
const atOnce = 2

type NextInput = InputOf<typeof focusCalls.next>

/** The list that an address on the wire names; the contract has refused all others. */
export const listNamed = (address: FocusQueue): ListName => listAt(address) as ListName

const kindsOf = (list: ListName): number[] | undefined => {
  const { kinds }: ListEntry = lists[list]
  return kinds && Object.values(kinds)
}

export function wholeQueue(list: ListName): Filter {
  return { queue: lists[list].queue, kinds: kindsOf(list) }
}

/** The filters of the same list, of which only the pending items are asked for. */
export async function filterOf(db: Db, input: NextInput, zone: string): Promise<Filter> {
  const list = listNamed(input.queue)
  const { queue } = lists[list]
  const filters = { ...chosen(list, input), ...rangeOf(input, zone), status: status.pending }
  const kind = kindIn(queue, filters)
  const { since, until } = filters
  const filter = { queue, kinds: kind === undefined ? kindsOf(list) : [kind], since, until }
  const words = input.search?.trim()
  const ids = words
    ? await searched(db, queue, words, filters)
    : await findOldest(db, rowsOf[queue], filters, searchCountsTo + 1)
  return { ...filter, ids }
}

/** As far as the list's own search looks. */
function searched(db: Db, queue: Queue, words: string, filters: Filters): Promise<number[]> {
  const most = searchCountsTo + 1
  return isCase(queue)
    ? findReportedVideos(db, words, status.pending, most)
    : findByWords(db, words, rowsOf[queue], filters, most)
}

/** The values of the list's own filters; one that it lacks is refused. */
function chosen(list: ListName, input: NextInput): Record<string, unknown> {
  const own = new Map(filtersOf(list))
  const values: Record<string, unknown> = {}
  for (const name of focusFilterNames) {
    const filter = own.get(name)
    const usual = filter?.type === 'code' ? filter.usual : undefined
    values[name] = input[name] ?? usual
    if (input[name] === undefined) continue
    const codes: readonly unknown[] = filter?.type === 'code' ? filter.codes : []
    // A filter with one value is none.
    if (!filter || codes.length === 1) throw badField(name, 'not_here')
    if (filter.type === 'code' && !codes.includes(input[name]))
      throw badField(name, 'one_of', codes.join(', '))
  }
  return values
}

/** What somebody holds, with the time of a lease that was made or kept just now. */
export async function claimedItem(
  tx: Tx,
  { lease, queue, id }: Pick<Lease, 'lease' | 'queue' | 'id'>,
): Promise<Claimed | undefined> {
  const item = await itemsOf[queue].read(tx, id)
  return item && { lease, id, secondsLeft: leaseSeconds, ...item }
}

/** What this desk holds, topped up; the rest of what it held is given back. */
export async function nextItems(
  db: Db,
  by: Holding,
  filter: Filter,
): Promise<OutputOf<typeof focusCalls.next>['data']> {
  return db.transaction(async (tx) => {
    await lockHolder(tx, by.userId)
    await releaseLeases(tx, by, filter)
    const items: Claimed[] = []
    let held = await extendLeases(tx, by)
    while (held.length > 0 || items.length < atOnce) {
      for (const lease of held) {
        const item = await claimedItem(tx, lease)
        if (item) items.push(item)
        else await dropWaiting(tx, lease.queue, lease.id)
      }
      if (items.length >= atOnce) break
      held = await claim(tx, by, filter, atOnce - items.length)
      if (held.length === 0) break
    }
    return { items, ...(await getWaitingCounts(tx, by, filter, status.pending)) }
  })
}

/** The refusal of a lease that has been lost: it says who holds the item now. */
export async function leaseLost(
  tx: Tx,
  item: Pick<Lease, 'queue' | 'id'> | undefined,
): Promise<Refusal> {
  const waiting = item && (await getWaiting(tx, item.queue, item.id))
  const by = waiting?.holder ?? null
  const now = { en: `: held by ${by}`, 'zh-CN': `：现由 ${by} 处理` }
  return new Refusal('lease_lost', (language) => ({ now: by ? now[language] : '' }), {
    data: { by },
  })
}

/** Of the submitter's other items those of queues that the reader sees. */
export async function aboutItem(
  db: Db,
  list: ListName,
  id: number,
  own: readonly Permission[],
): Promise<About> {
  const { queue } = lists[list]
  const reports = await (itemsOf[queue].reports?.(db, id, kindsOf(list) ?? []) ?? [])
  const submitter = reports && (await getSubmitter(db, queue, id))
  if (!submitter) throw missing(itemQueueOf(queue), id)
  const decided = await findDecidedOf(db, submitter.id, { queue, id })
  const { kinds, ...person } = submitter
  const sees = (item: { queue: Queue }) => hasAny(own, seeing(item.queue))
  return {
    submitter: { ...person, lists: kinds.filter(sees).flatMap(countedList) },
    reports,
    reporters: reports.length > 0 ? await findReporterCounts(db, reportersOf(reports)) : [],
    decided: decided.filter(sees).flatMap(asListed),
  }
}

const reportersOf = (reports: readonly Report[]) => [
  ...new Set(reports.map(({ reportUserId }) => reportUserId ?? 0)),
]

/** With the list that shows these items without another filter. */
function countedList({ queue, kind, ...counts }: SubmitterFound['kinds'][number]) {
  const list = listWith(queue, kind)
  const { filters, address }: ListEntry = lists[list ?? listNames[0]]
  const filter = filters[kindNameOf(queue) ?? '']
  const usual = filter?.type === 'code' ? filter.usual : undefined
  return list && (usual ?? kind) === kind ? [{ list: address as FocusQueue, ...counts }] : []
}

/** With the address of the list that shows it. */
function asListed({ queue, kind, ...item }: SubmittedItem): DecidedItem[] {
  const list = listWith(queue, kind)
  return list ? [{ list: lists[list].address, ...item }] : []
}
