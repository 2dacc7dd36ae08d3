import type { InputOf, OutputOf } from '@screening-room/contract/call'
import { searchCountsTo } from '@screening-room/contract/fields'
import {
  type About,
  type Claimed,
  type FocusQueue,
  type focusCalls,
  leaseSeconds,
  queueOf,
} from '@screening-room/contract/focus'
import { type Queue, status, videoType } from '@screening-room/contract/review'
import type { Db, Tx } from '../db/pool.ts'
import { badField, missing, Refusal } from '../refusal.ts'
import { getCertification } from '../store/certifications.ts'
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
import { findByWords, parts } from '../store/paging.ts'
import { getProject } from '../store/projects.ts'
import { findReportedVideos, findReportsOn } from '../store/reports.ts'
import { getSubmitter } from '../store/submitters.ts'
import { getVideo } from '../store/videos.ts'
import { rangeOf } from './platform-time.ts'
import { typesOf } from './videos.ts'

/* One item after the other, each handed to one person at a time. */

/** The item on the screen and the one after it. */
const atOnce = 2

/** What each queue holds; undefined: of every kind. */
const kindsOf: Record<FocusQueue, readonly number[] | undefined> = {
  'project-video': typesOf.project,
  'personal-video': typesOf.personal,
  auth: undefined,
  project: [0],
  report: Object.values(videoType),
}

/** The type that a list shows where none is asked for; a queue without one has no such filter. */
const usualType: Partial<Record<FocusQueue, number>> = {
  'project-video': videoType.project,
  report: videoType.promo,
}

type NextInput = InputOf<typeof focusCalls.next>

export function wholeQueue(queue: FocusQueue): Filter {
  return { queue: queueOf[queue], kinds: kindsOf[queue] }
}

/** The list's filters of the same queue. */
export async function filterOf(db: Db, input: NextInput, zone: string): Promise<Filter> {
  const { queue, roleId, start, end } = input
  const usual = usualType[queue]
  if (input.videoType !== undefined && usual === undefined) throw badField('videoType', 'not_here')
  if (roleId !== undefined && queue !== 'auth') throw badField('roleId', 'not_here')
  const types = kindsOf[queue]
  const type = input.videoType ?? usual
  if (type !== undefined && !types?.includes(type))
    throw badField('videoType', 'one_of', types?.join(', ') ?? '')
  const kind = roleId ?? type
  const filter = {
    queue: queueOf[queue],
    kinds: kind === undefined ? types : [kind],
    ...rangeOf({ start, end }, zone),
  }
  const words = input.search?.trim()
  return words ? { ...filter, ids: await searched(db, filter, words) } : filter
}

/** As far as the list's own search looks. */
function searched(db: Db, filter: Filter, words: string): Promise<number[]> {
  const { queue, since, until } = filter
  const most = searchCountsTo + 1
  if (queue === 'report') return findReportedVideos(db, words, status.pending, most)
  const [kind] = queue === 'project' ? [] : (filter.kinds ?? [])
  const part = queue === 'video' ? (kind ?? videoType.project) : parts[queue]
  return findByWords(
    db,
    words,
    part,
    { queue, kind, status: status.pending },
    { since, until },
    most,
  )
}

const everyType = Object.values(videoType)

/** An item as it is shown; undefined where it is not pending. */
async function readItem(
  tx: Tx,
  queue: Queue,
  id: number,
): Promise<Omit<Claimed, 'lease' | 'id' | 'secondsLeft'> | undefined> {
  if (queue === 'certification') {
    const certification = await getCertification(tx, id)
    return certification?.authStatus === status.pending ? { certification } : undefined
  }
  if (queue === 'project') {
    const project = await getProject(tx, id)
    return project?.status === status.pending ? { project } : undefined
  }
  const video = await getVideo(tx, id, everyType)
  if (queue === 'video') return video?.viewStatus === status.pending ? { video } : undefined
  const reports = await findReportsOn(tx, id, status.pending)
  return video && reports.length > 0 ? { video, reports } : undefined
}

/** What somebody holds, with the time of a lease that was made or kept just now. */
export async function claimedItem(
  tx: Tx,
  { lease, queue, id }: Pick<Lease, 'lease' | 'queue' | 'id'>,
): Promise<Claimed | undefined> {
  const item = await readItem(tx, queue, id)
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

export async function aboutItem(db: Db, queue: FocusQueue, id: number): Promise<About> {
  const of = queueOf[queue]
  const isVideo = of === 'video' || of === 'report'
  const shown = !isVideo || (await getVideo(db, id, kindsOf[queue] ?? []))
  const submitter = shown && (await getSubmitter(db, of, id))
  if (!submitter) throw missing(isVideo ? 'video' : of, id)
  return { submitter, reports: isVideo ? await findReportsOn(db, id) : [] }
}
