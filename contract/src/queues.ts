import { administrators, everyone, type Role } from './call.ts'
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
  who: readonly Role[]
}

interface QueueEntry {
  /** The field that holds an item's status, as spelt on the wire. */
  statusField: string
  /** A report's statuses have names of their own (spec, section 4). */
  statusNames: 'status' | 'reportStatus'
  /** The filter whose value is an item's kind: by it items are counted, searched and handed out. */
  kind?: string
  /** All pending ones on the same item of this queue are handed out and decided together, as one case. */
  caseOf?: string
  actions: Partial<Record<Action, Rule>>
}

const { pending, approved, rejected, takenDown } = status
const who = everyone
const reopen = { to: pending, needs: 'reason', who: administrators } as const

export const queues = {
  certification: {
    statusField: 'authStatus',
    statusNames: 'status',
    kind: 'roleId',
    actions: {
      approve: { from: [pending], to: approved, who },
      // Sent as typed, even empty (spec, section 5).
      reject: { from: [pending], to: rejected, who },
      reopen: { from: [approved, rejected], ...reopen },
    },
  },
  project: {
    statusField: 'status',
    statusNames: 'status',
    actions: {
      approve: { from: [pending], to: approved, who },
      reject: { from: [pending], to: rejected, needs: 'reason', who },
      reopen: { from: [approved, rejected], ...reopen },
    },
  },
  video: {
    statusField: 'viewStatus',
    statusNames: 'status',
    kind: 'videoType',
    actions: {
      approve: { from: [pending], to: approved, who },
      reject: { from: [pending], to: rejected, needs: 'reason', who },
      takeDown: { from: [pending, approved], to: takenDown, needs: 'reasonIds', who },
      feature: { from: [pending, approved], who },
      categorize: { from: [pending, approved], who },
      reopen: { from: [approved, rejected, takenDown], ...reopen },
    },
  },
  report: {
    statusField: 'reportStatus',
    statusNames: 'reportStatus',
    kind: 'videoType',
    caseOf: 'video',
    actions: {
      dismiss: { from: [pending], to: rejected, who },
      takeDown: { from: [pending], to: takenDown, who },
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
  filters: Record<string, Filter>
  /** Means something else than a reason, so it is refused as one. */
  reservedReason?: string
}

const plainStatuses = [pending, approved, rejected] as const
const videoStatuses = [pending, approved, rejected, takenDown] as const
const { promo, personal, project } = videoType

/** Shown newest first unless the user turns it around, handed out oldest first. In the order of the menu. */
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
    filters: {
      status: { type: 'code', codes: videoStatuses, wire: 'viewStatus' },
      videoType: { type: 'code', codes: [promo, project], usual: project, offered: [] },
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
    filters: {
      status: { type: 'code', codes: videoStatuses, wire: 'viewStatus' },
      videoType: { type: 'code', codes: [personal], usual: personal, offered: [] },
      language: { type: 'word', words: ['zh', 'en', 'ja', 'ko', 'other', 'unknown'], ours: true },
    },
    reservedReason: dismissalMessage,
  },
  certification: {
    queue: 'certification',
    address: 'auth',
    screen: 'auth-review',
    pageSize: 20,
    pending: { name: 'certifications' },
    filters: {
      roleId: { type: 'id' },
      status: { type: 'code', codes: plainStatuses },
    },
  },
  project: {
    queue: 'project',
    address: 'project',
    screen: 'project-review',
    pageSize: 10,
    pending: { name: 'projects' },
    filters: {
      status: { type: 'code', codes: plainStatuses },
    },
  },
  report: {
    queue: 'report',
    address: 'report',
    screen: 'report-review',
    pageSize: 20,
    kinds: { promo, personal, project },
    pending: { name: 'reports', byKind: true },
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

type KindNames<L extends ListName> = (typeof lists)[L] extends { kinds: infer Kinds }
  ? keyof Kinds
  : never

/** How many items are pending. */
export type PendingCounts = {
  [L in ListName as (typeof lists)[L]['pending']['name']]: (typeof lists)[L]['pending'] extends {
    byKind: true
  }
    ? Record<KindNames<L>, number>
    : number
}

/** Of one list; of one of its kinds, if they are counted apart. */
export function pendingIn(counts: PendingCounts, list: ListName, kind?: string): number {
  const found = counts[lists[list].pending.name]
  if (typeof found === 'number') return found
  const some = Object.entries(found).filter(([name]) => kind === undefined || name === kind)
  return some.reduce((sum, [, count]) => sum + count, 0)
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

export function mayDo<Q extends Queue>(
  queue: Q,
  action: ActionOf<Q>,
  role: Role | undefined,
): boolean {
  return role !== undefined && ruleFor(queue, action).who.includes(role)
}

/** Who may do this in every queue that has it: for an action that they share a call for. */
export const whoMay = (action: Action): Role[] =>
  everyone.filter((role) =>
    queuesWith(action).every((queue) => mayDo(queue, action as never, role)),
  )

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
