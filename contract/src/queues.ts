import type { Permission } from './permissions.ts'
import { type Action, dismissalMessage, type Status, status, videoType } from './review.ts'

/*
 * What is reviewed, stated once: `queues` has an entry for each sort of item, `lists` one for each list
 * that a reviewer opens. The server enforces what is written here, the app shows it. No schemas: this
 * is part of the first download.
 */

interface Rule {
  from: readonly Status[]
  /** Absent: the action leaves the status as it is. */
  to?: Status
  /** `reason`: a text that is not empty after trimming; `reasonIds`: at least one report reason. */
  needs?: 'reason' | 'reasonIds'
  /** Absent: the platform's act on an item of its own, which no person may do. */
  who?: Permission
}

interface QueueEntry {
  /** The field that holds an item's status, as spelt on the wire. */
  statusField: string
  /** A report's statuses have names of their own (spec, section 4). */
  statusNames: 'status' | 'reportStatus'
  /** Any of these shows its items. */
  seenBy: readonly Permission[]
  /** Who is handed its items in focus review. */
  decidedBy: Permission
  /** The filter whose value is an item's kind: by it items are counted, searched and handed out. */
  kind?: string
  /** All pending ones on the same item of this queue are handed out and decided together, as one case. */
  caseOf?: string
  actions: Partial<Record<Action, Rule>>
}

const { pending, approved, rejected, takenDown, withdrawn } = status
const reopen = { to: pending, needs: 'reason' } as const
const platformActs = {
  resubmit: { from: [approved, rejected, takenDown, withdrawn], to: pending },
  withdraw: { from: [pending, approved, rejected, takenDown], to: withdrawn },
} as const

export const queues = {
  certification: {
    statusField: 'authStatus',
    statusNames: 'status',
    seenBy: ['certification:see'],
    decidedBy: 'certification:decide',
    kind: 'roleId',
    actions: {
      approve: { from: [pending], to: approved, who: 'certification:decide' },
      // Sent as typed, even empty (spec, section 5).
      reject: { from: [pending], to: rejected, who: 'certification:decide' },
      reopen: { from: [approved, rejected], ...reopen, who: 'certification:reopen' },
      ...platformActs,
    },
  },
  project: {
    statusField: 'status',
    statusNames: 'status',
    seenBy: ['project:see'],
    decidedBy: 'project:decide',
    actions: {
      approve: { from: [pending], to: approved, who: 'project:decide' },
      reject: { from: [pending], to: rejected, needs: 'reason', who: 'project:decide' },
      reopen: { from: [approved, rejected], ...reopen, who: 'project:reopen' },
      ...platformActs,
    },
  },
  video: {
    statusField: 'viewStatus',
    statusNames: 'status',
    // Who reviews reports sees what is reported.
    seenBy: ['video:see', 'report:see'],
    decidedBy: 'video:decide',
    kind: 'videoType',
    actions: {
      approve: { from: [pending], to: approved, who: 'video:decide' },
      reject: { from: [pending], to: rejected, needs: 'reason', who: 'video:decide' },
      takeDown: {
        from: [pending, approved],
        to: takenDown,
        needs: 'reasonIds',
        who: 'video:takeDown',
      },
      feature: { from: [pending, approved], who: 'video:feature' },
      categorize: { from: [pending, approved], who: 'video:feature' },
      reopen: { from: [approved, rejected, takenDown], ...reopen, who: 'video:reopen' },
      ...platformActs,
    },
  },
  report: {
    statusField: 'reportStatus',
    statusNames: 'reportStatus',
    seenBy: ['report:see'],
    decidedBy: 'report:decide',
    kind: 'videoType',
    caseOf: 'video',
    actions: {
      dismiss: { from: [pending], to: rejected, who: 'report:decide' },
      takeDown: { from: [pending], to: takenDown, who: 'video:takeDown' },
      withdraw: { from: [pending], to: withdrawn },
    },
  },
} as const satisfies Record<string, QueueEntry>

export type Queue = keyof typeof queues
export const queueNames = Object.keys(queues) as Queue[]

/**
 * A filter beside `search`, `start` and `end`, which every list has. Its name is the same in the
 * address bar, in the code and in SQL.
 */
export type Filter = {
  /** The name on the wire, where the specification has another one. */
  wire?: string
  /** Not in the specification: left out with another provider. */
  ours?: true
} & (
  | { type: 'id' }
  /**
   * `usual` applies where none is chosen; without it that means all. `offered`: the app offers these
   * alone, the first by default; with none of them, only other clients of the API use this filter.
   */
  | { type: 'code'; codes: readonly number[]; usual?: number; offered?: readonly number[] }
  | { type: 'word'; words: readonly string[] }
)

/**
 * How a list is sorted: newest first by default. `waiting` (since it became pending, longest first) and
 * `reported` (most pending reports first, each item once) are of what waits: `canOrder` says when they apply.
 */
export const allOrders = ['newest', 'oldest', 'waiting', 'reported'] as const
export type Order = (typeof allOrders)[number]

export interface ListEntry {
  queue: Queue
  /** In addresses (`focus/…`) and on the wire. */
  address: string
  /** The screen of the list, under /dashboard; with a tab, which of its tabs. */
  screen: string
  tab?: string
  pageSize: number
  /** The kinds of the queue's items that are in it, by name; absent: one kind, or all of them. */
  kinds?: Record<string, number>
  /** Under which name its pending items are counted: those of one kind, of each kind, or all. */
  pending: { name: string; kind?: number; byKind?: true }
  orders: readonly Order[]
  filters: Record<string, Filter>
  /** Means something else than a reason, so it is refused as one. */
  reservedReason?: string
}

const orders = ['newest', 'oldest', 'waiting'] as const
/** Ours: what one person handed in. */
const memberId = { type: 'id', ours: true } as const
const plainStatuses = [pending, approved, rejected, withdrawn] as const
const videoStatuses = [pending, approved, rejected, takenDown, withdrawn] as const
const { promo, personal, project } = videoType

/** Handed out oldest first. In the order of the menu. */
export const lists = {
  'project-video': {
    queue: 'video',
    address: 'project-video',
    screen: 'video-review',
    tab: '',
    pageSize: 10,
    // Promo videos belong to their project, so they travel with the project videos.
    kinds: { promo, project },
    pending: { name: 'projectVideos', kind: project },
    orders,
    filters: {
      status: { type: 'code', codes: videoStatuses, wire: 'viewStatus' },
      videoType: { type: 'code', codes: [promo, project], usual: project, offered: [] },
      memberId,
    },
  },
  'personal-video': {
    queue: 'video',
    address: 'personal-video',
    screen: 'video-review',
    tab: 'personal',
    pageSize: 10,
    kinds: { personal },
    pending: { name: 'personalVideos', kind: personal },
    orders,
    filters: {
      status: { type: 'code', codes: videoStatuses, wire: 'viewStatus' },
      videoType: { type: 'code', codes: [personal], usual: personal, offered: [] },
      language: { type: 'word', words: ['zh', 'en', 'ja', 'ko', 'other', 'unknown'], ours: true },
      memberId,
    },
    reservedReason: dismissalMessage,
  },
  certification: {
    queue: 'certification',
    address: 'auth',
    screen: 'auth-review',
    pageSize: 20,
    pending: { name: 'certifications' },
    orders,
    filters: {
      roleId: { type: 'id' },
      status: { type: 'code', codes: plainStatuses },
      memberId,
    },
  },
  project: {
    queue: 'project',
    address: 'project',
    screen: 'project-review',
    pageSize: 10,
    pending: { name: 'projects' },
    orders,
    filters: {
      status: { type: 'code', codes: plainStatuses },
      memberId,
    },
  },
  report: {
    queue: 'report',
    address: 'report',
    screen: 'report-review',
    pageSize: 20,
    kinds: { promo, personal, project },
    pending: { name: 'reports', byKind: true },
    // A report waits since it was made: the longest waiting are the oldest.
    orders: ['newest', 'oldest', 'reported'],
    filters: {
      // The app shows pending reports only (spec, section 2).
      status: { type: 'code', codes: videoStatuses, offered: [pending] },
      videoType: { type: 'code', codes: [promo, personal, project], usual: promo },
    },
  },
} as const satisfies Record<string, ListEntry>

export type ListName = keyof typeof lists
export const listNames = Object.keys(lists) as [ListName, ...ListName[]]

type FiltersOf<L extends ListName> = (typeof lists)[L]['filters']
export type FilterName<L extends ListName> = keyof FiltersOf<L> & string
type ValueOf<F> = F extends { words: readonly (infer Word)[] } ? Word : number
/** Those that the app offers. */
export type OfferedName<L extends ListName> = {
  [Name in FilterName<L>]: FiltersOf<L>[Name] extends { offered: readonly [] } ? never : Name
}[FilterName<L>]
/** Every list has these as well. */
export type CommonFilter = 'search' | 'start' | 'end'
/** The filters of any list of a queue. */
export type FilterNameOf<Q extends Queue> = {
  [L in ListName]: (typeof lists)[L]['queue'] extends Q ? FilterName<L> : never
}[ListName]
/** What a list is filtered by. */
export type FilterValues<L extends ListName> = {
  [Name in FilterName<L>]?: ValueOf<FiltersOf<L>[Name]> | undefined
}
/** Of any list of a queue. */
export type FilterValuesOf<Q extends Queue> = {
  [Name in FilterNameOf<Q>]?:
    | { [L in ListName]: Name extends FilterName<L> ? FilterValues<L>[Name] : never }[ListName]
    | undefined
}
/** The same, as spelt on the wire. */
export type WireValues<L extends ListName> = {
  [Name in FilterName<L> as FiltersOf<L>[Name] extends { wire: infer Wire extends string }
    ? Wire
    : Name]?: ValueOf<FiltersOf<L>[Name]> | undefined
}

export const filtersOf = (list: ListName): [string, Filter][] => Object.entries(lists[list].filters)

/** A list's filters out of a call's input. */
export function readFilters<L extends ListName>(list: L, input: WireValues<L>): FilterValues<L> {
  const given = input as Record<string, unknown>
  return Object.fromEntries(
    filtersOf(list).map(([name, { wire = name }]) => [name, given[wire]]),
  ) as FilterValues<L>
}

/** The value of the filter that is an item's kind; undefined: of every kind. */
export const kindIn = (queue: Queue, filters: object): number | undefined =>
  (filters as Record<string, number | undefined>)[kindNameOf(queue) ?? '']

export const kindNameOf = (queue: Queue): string | undefined => (queues[queue] as QueueEntry).kind

export const listAt = (address: string): ListName | undefined =>
  listNames.find((name) => lists[name].address === address)

export const listsOf = (queue: Queue): ListName[] =>
  listNames.filter((name) => lists[name].queue === queue)

/** The list that shows an item of this queue and kind. */
export const listWith = (queue: Queue, kind: number): ListName | undefined =>
  listsOf(queue).find((name) => {
    const { kinds }: ListEntry = lists[name]
    return !kinds || Object.values(kinds).includes(kind)
  })

export type ActionOf<Q extends Queue> = keyof (typeof queues)[Q]['actions'] & Action
/** The queues that have this action. */
export type QueueWith<A extends Action> = {
  [Q in Queue]: A extends ActionOf<Q> ? Q : never
}[Queue]

export const hasAction = <A extends Action>(queue: Queue, action: A): queue is QueueWith<A> =>
  action in queues[queue].actions

export const queuesWith = <A extends Action>(action: A): QueueWith<A>[] =>
  queueNames.filter((queue) => hasAction(queue, action))

export function ruleFor<Q extends Queue>(queue: Q, action: ActionOf<Q>): Rule {
  return (queues[queue].actions as Record<string, Rule>)[action] as Rule
}

export function canDo<Q extends Queue>(queue: Q, action: ActionOf<Q>, at: number): boolean {
  return (ruleFor(queue, action).from as readonly number[]).includes(at)
}

export const needsReason = (queue: QueueWith<'reject'>): boolean =>
  ruleFor(queue, 'reject').needs === 'reason'

/** A reason as stored: trimmed where one is needed, else as typed. */
export const reasonFor = (queue: QueueWith<'reject'>, typed: string): string =>
  needsReason(queue) ? typed.trim() : typed

/** The queues whose items are handed out one by one. */
export type ItemQueue = {
  [Q in Queue]: (typeof queues)[Q] extends { caseOf: string } ? never : Q
}[Queue]

/** The queue of what is handed out and locked: of a case, that of its item. */
export function itemQueueOf(queue: Queue): ItemQueue {
  const entry: QueueEntry = queues[queue]
  return (entry.caseOf ?? queue) as ItemQueue
}

export const isCase = (queue: Queue): boolean => itemQueueOf(queue) !== queue
