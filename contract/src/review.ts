import type { Language } from './refusals.ts'

/* Statuses, video types and the review rules. These numbers are defined here alone. */

export const status = { pending: 0, rejected: 3, approved: 5, takenDown: 8 } as const
export type Status = (typeof status)[keyof typeof status]

export const videoType = { promo: 0, personal: 1, project: 2 } as const
export type VideoType = (typeof videoType)[keyof typeof videoType]

/** The type id that marks a video as featured; every other type id is a category's. */
export const featuredTypeId = 1
export const certified = 1
/** `visibility` of a private video. */
export const notPublic = 0

/** This message on a personal video's refusal dismisses its reports. Never translated (spec, section 4). */
export const dismissalMessage = 'report rejected'

/** Characters of a reject reason. */
export const longestReason = 500

export const queues = ['certification', 'project', 'video', 'report'] as const
export type Queue = (typeof queues)[number]
export type Action =
  | 'approve'
  | 'reject'
  | 'takeDown'
  | 'feature'
  | 'categorize'
  | 'dismiss'
  | 'reopen'

/** Also recorded, though not decisions. */
export type Note = 'undo' | 'skip'

interface Rule {
  from: readonly Status[]
  /** Absent: the action leaves the status as it is. */
  to?: Status
  /** `reason`: a text that is not empty after trimming; `reasonIds`: at least one report reason. */
  needs?: 'reason' | 'reasonIds'
}

const { pending, approved, rejected, takenDown } = status

/** The server enforces these; the web shows buttons accordingly. */
export const reviewRules = {
  certification: {
    approve: { from: [pending], to: approved },
    // Sent as typed, even empty (spec, section 5).
    reject: { from: [pending], to: rejected },
    reopen: { from: [approved, rejected], to: pending, needs: 'reason' },
  },
  project: {
    approve: { from: [pending], to: approved },
    reject: { from: [pending], to: rejected, needs: 'reason' },
    reopen: { from: [approved, rejected], to: pending, needs: 'reason' },
  },
  video: {
    approve: { from: [pending], to: approved },
    reject: { from: [pending], to: rejected, needs: 'reason' },
    takeDown: { from: [pending, approved], to: takenDown, needs: 'reasonIds' },
    feature: { from: [pending, approved] },
    categorize: { from: [pending, approved] },
    reopen: { from: [approved, rejected, takenDown], to: pending, needs: 'reason' },
  },
  report: {
    dismiss: { from: [pending], to: rejected },
    takeDown: { from: [pending], to: takenDown },
  },
} as const satisfies Record<Queue, Partial<Record<Action, Rule>>>

export type ActionOf<Q extends Queue> = keyof (typeof reviewRules)[Q] & Action

export function ruleFor<Q extends Queue>(queue: Q, action: ActionOf<Q>): Rule {
  return reviewRules[queue][action] as Rule
}

export function canDo<Q extends Queue>(queue: Q, action: ActionOf<Q>, at: number): boolean {
  return (ruleFor(queue, action).from as readonly number[]).includes(at)
}

/** A reason as stored: video and project reasons are trimmed, a certification's stays as typed. */
export function reasonFor(queue: 'certification' | 'project' | 'video', typed: string): string {
  return ruleFor(queue, 'reject').needs === 'reason' ? typed.trim() : typed
}

/** No visible character: only spaces of any kind, zero-width and other invisible characters. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
}

type Words = Record<Language, string>

export const statusWords: Record<Status, Words> = {
  [pending]: { en: 'pending', 'zh-CN': '待审核' },
  [approved]: { en: 'approved', 'zh-CN': '已通过' },
  [rejected]: { en: 'rejected', 'zh-CN': '已驳回' },
  [takenDown]: { en: 'taken down', 'zh-CN': '已下架' },
}

/** Past tense, as in "Already … by". */
export const doneWords: Record<Action, Words> = {
  approve: { en: 'approved', 'zh-CN': '通过' },
  reject: { en: 'rejected', 'zh-CN': '驳回' },
  takeDown: { en: 'taken down', 'zh-CN': '下架' },
  feature: { en: 'marked as featured', 'zh-CN': '设为精选' },
  categorize: { en: 'moved to a category', 'zh-CN': '归入分类' },
  dismiss: { en: 'dismissed', 'zh-CN': '驳回举报' },
  reopen: { en: 'opened again', 'zh-CN': '重新打开' },
}
