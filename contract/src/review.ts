import type { Language } from './refusals.ts'

/* Statuses, video types and actions. These numbers are defined here alone; the rules are in queues.ts. */

/** `withdrawn` is ours: the platform took the item back, so there is nothing to decide on. */
export const status = { pending: 0, rejected: 3, approved: 5, takenDown: 8, withdrawn: 9 } as const
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

export type Action =
  | 'approve'
  | 'reject'
  | 'takeDown'
  | 'feature'
  | 'categorize'
  | 'dismiss'
  | 'reopen'
  | PlatformAction

/** What the platform does with its own items, and no person may. */
export type PlatformAction = 'resubmit' | 'withdraw'

/**
 * Also recorded, though not decisions. `revise`: the platform sent a new version; `erase`: personal data went;
 * `export`: somebody took the item and its events with them; `note`: somebody wrote about a member;
 * `openCertificates`: somebody had the certificates of a certification on their screen.
 */
export type Note =
  | 'undo'
  | 'skip'
  | 'revise'
  | 'revealPhone'
  | 'openCertificates'
  | 'erase'
  | 'export'
  | 'note'
  | SecondPerson

/** As frequent as items are looked at, and without a change: neither open screens nor the platform are told. */
export const untoldNotes: readonly string[] = ['openCertificates'] satisfies Note[]

/** Of what waits for a second person: asked for, confirmed, refused, withdrawn. */
export type SecondPerson = 'askSecond' | 'confirmSecond' | 'refuseSecond' | 'withdrawSecond'

/** No visible character: only spaces of any kind, zero-width and other invisible characters. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
}

type Words = Record<Language, string>

const { pending, approved, rejected, takenDown, withdrawn } = status

export const statusWords: Record<Status, Words> = {
  [pending]: { en: 'pending', 'zh-CN': '待审核' },
  [approved]: { en: 'approved', 'zh-CN': '已通过' },
  [rejected]: { en: 'rejected', 'zh-CN': '已驳回' },
  [takenDown]: { en: 'taken down', 'zh-CN': '已下架' },
  [withdrawn]: { en: 'withdrawn', 'zh-CN': '已撤回' },
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
  resubmit: { en: 'resubmitted', 'zh-CN': '重新提交' },
  withdraw: { en: 'withdrawn', 'zh-CN': '撤回' },
}
