import * as z from 'zod/mini'
import { defineCall, type Scope } from './call.ts'
import { wholeNumber } from './fields.ts'
import {
  content,
  decimal,
  externalId,
  filled,
  flag,
  listOf,
  moment,
  number,
  orNull,
  plain,
  word,
} from './platform-fields.ts'
import { problem } from './problems.ts'
import { lists } from './queues.ts'
import { longestReason, videoType } from './review.ts'

/*
 * What the platform's machines send and read, with a key. Things are named by the platform's own IDs
 * (`external_id`) and refer to each other by them, in any order of arrival.
 */

export const longestRows = 500
/** Of a whole call, in bytes. */
export const longestBody = 1024 * 1024
export const longestPage = 500
export const longestWaitSeconds = 25

type VideoTypeName = keyof typeof videoType
const type = word(Object.keys(videoType) as [VideoTypeName, ...VideoTypeName[]])
export const visibilities = { private: 0, public: 1 } as const
const visibility = word(['public', 'private'])
const language = word(lists['personal-video'].filters.language.words)
const created = { created_at: orNull(moment) }
const address = () => content(2000)
const introduction = orNull(content(5000))
const link = content(2000).check(
  z.refine((value) => /^https:\/\/[^\s]+$/.test(value), { error: problem('not_https') }),
)
const attribute = z.strictObject({
  name: plain(60),
  value: content(500),
  link: orNull(link),
  label: orNull(plain(60)),
  label_en: orNull(plain(60)),
})
/** Nobody looks at a longer video. */
const second = decimal(0, 86_400)
const signal = z
  .strictObject({
    name: plain(60),
    score: decimal(0, 1),
    source: orNull(plain(60)),
    from: orNull(second),
    to: orNull(second),
  })
  .check(({ value: { from, to }, issues, value }) => {
    if (typeof to !== 'number' || (typeof from === 'number' && from <= to)) return
    const code = typeof from === 'number' ? problem('before_from') : problem('required')
    const path = typeof from === 'number' ? ['to'] : ['from']
    issues.push({ code: 'custom', input: value, message: code, path })
  })
/** For the reviewer to see beside the content, and in which order items are handed out. */
const facts = {
  attributes: orNull(listOf(attribute, 20)),
  signals: orNull(listOf(signal, 50)),
  priority: orNull(number(0, 100)),
}
/** Brings an item that was decided or withdrawn back to be reviewed; without it no status changes. */
const resubmit = orNull(flag)

/** One row of each kind, whole: what is absent is empty. Only an absent `created_at` stays as it is. */
export const platformRows = {
  members: z.strictObject({
    external_id: externalId(),
    nick_name: filled(100),
    phone: orNull(content(32)),
  }),
  roles: z.strictObject({
    external_id: externalId(),
    name: plain(100),
    name_en: orNull(plain(100)),
  }),
  reportReasons: z.strictObject({
    external_id: externalId(),
    message: plain(200),
    message_en: orNull(plain(200)),
  }),
  categories: z.strictObject({
    external_id: externalId(),
    name: plain(60),
    name_en: orNull(plain(60)),
  }),
  tags: z.strictObject({
    external_id: externalId(),
    category: externalId(),
    name: plain(60),
    name_en: orNull(plain(60)),
  }),
  certifications: z.strictObject({
    external_id: externalId(),
    member: externalId(),
    nick_name: filled(100),
    phone: filled(32),
    role: externalId(),
    introduction,
    pictures: orNull(listOf(address(), 20)),
    ...facts,
    resubmit,
    ...created,
  }),
  projects: z.strictObject({
    external_id: externalId(),
    owner: externalId(),
    title: filled(200),
    introduction,
    cover: orNull(address()),
    roles: orNull(listOf(externalId(), 50)),
    promo_video: orNull(externalId()),
    ...facts,
    resubmit,
    ...created,
  }),
  videos: z.strictObject({
    external_id: externalId(),
    type,
    uploader: externalId(),
    project: orNull(externalId()),
    title: orNull(content(200)),
    introduction,
    banner: orNull(address()),
    image: orNull(address()),
    media: orNull(address()),
    duration: orNull(number(0, 1_000_000)),
    visibility: orNull(visibility),
    language: orNull(language),
    ...facts,
    resubmit,
    ...created,
  }),
  reports: z.strictObject({
    external_id: externalId(),
    video: externalId(),
    video_type: type,
    reason: externalId(),
    reporter: externalId(),
    ...created,
  }),
}
export type PlatformKind = keyof typeof platformRows

/** An item that the platform takes back: nothing is left to decide on it. */
export const withdrawal = z.strictObject({
  kind: word(['certification', 'project', 'video']),
  external_id: externalId(),
  reason: orNull(content(longestReason)),
})
export type Withdrawal = z.output<typeof withdrawal>
/** A member whose personal data is to go. */
export const erasureRow = z.strictObject({ external_id: externalId() })
export type PlatformRow<K extends PlatformKind> = z.output<(typeof platformRows)[K]>

/** What became of one row, in the order in which they were sent. */
export const rowAnswer = z.object({
  /** Null where it could not be read. */
  external_id: z.nullable(z.string()),
  /** Ours. Null where a refused row is not known here. */
  id: z.nullable(z.number()),
  result: z.enum(['created', 'updated', 'unchanged', 'refused']),
  /** Of a refused row: the field, and what is wrong with it. */
  field: z.nullable(z.string()),
  message: z.nullable(z.string()),
})

const change = <Row extends z.ZodMiniType>(row: Row, path: string, summary: string, scope: Scope) =>
  defineCall({
    method: 'POST',
    path: `/platform/v1/${path}`,
    summary,
    sends: 'json',
    input: z.object({ rows: z.array(row).check(z.maxLength(longestRows)) }),
    output: z.object({ data: z.array(rowAnswer) }),
    refuses: ['key_refused', 'scope_missing', 'too_many_requests', 'key_reused'],
    needs: [],
    scope,
    changes: true,
    origin: 'ours',
  })

const upsert = <K extends PlatformKind>(kind: K, path: string, what: string, scope: Scope) =>
  change(
    platformRows[kind],
    path,
    `Add or change up to ${longestRows} ${what}; each row is answered by itself`,
    scope,
  )

const takeDownReason = z.object({
  id: z.number(),
  external_id: z.nullable(z.string()),
  message: z.string(),
  message_en: z.nullable(z.string()),
})

const bothIds = z.object({ id: z.number(), external_id: z.nullable(z.string()) })

export const platformEvent = z.object({
  /** In the sealed record: to be sent as `after`. */
  position: z.number(),
  event: z.number(),
  /** In UTC, with milliseconds. */
  at: z.string(),
  queue: z.string(),
  action: z.string(),
  /** Ours, and the platform's; null where the platform never named the item. */
  id: z.number(),
  external_id: z.nullable(z.string()),
  /** Both null where no status changed. */
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
  reason: z.string(),
  /** Why a video was taken down. */
  reasons: z.array(takeDownReason),
  /** Of a reason to reject that came from the catalogue: its text in both languages. */
  reason_texts: z.nullable(z.object({ zh: z.string(), en: z.string() })),
  /** The moments of the video that the reviewer marked, in seconds. */
  marks: z.array(z.object({ from: z.number(), to: z.nullable(z.number()) })),
  /**
   * Of a take-down: what it weighs, and what its uploader had with it at that moment. Nothing follows from it here.
   */
  strikes: z.nullable(z.object({ weight: z.number(), points: z.number() })),
  /** Of the item; null where the event is about something else. */
  version: z.nullable(z.number()),
  /** Of a report: what it is on, and who is to be told. */
  report: z.nullable(z.object({ video: bothIds, reporter: bothIds })),
  seal: z.nullable(z.object({ position: z.number(), hash: z.string() })),
  /** What an event without a status is about: the category of a video, the new name of a tag. */
  data: z.nullable(z.record(z.string(), z.unknown())),
  /** Of an undo: the event that it undoes. */
  undoes: z.nullable(z.number()),
  by: z.object({ id: z.number(), nick_name: z.string() }),
})
export type PlatformEvent = z.output<typeof platformEvent>

export const platformCalls = {
  members: upsert('members', 'members', 'members', 'items:write'),
  roles: upsert('roles', 'roles', 'certified roles', 'items:write'),
  reportReasons: upsert('reportReasons', 'report-reasons', 'reasons to report', 'items:write'),
  categories: upsert('categories', 'categories', 'categories', 'items:write'),
  tags: upsert('tags', 'tags', 'tags', 'items:write'),
  certifications: upsert('certifications', 'certifications', 'certifications', 'items:write'),
  projects: upsert('projects', 'projects', 'projects', 'items:write'),
  videos: upsert('videos', 'videos', 'videos', 'items:write'),
  reports: upsert('reports', 'reports', 'reports', 'reports:write'),
  withdraw: change(
    withdrawal,
    'withdrawals',
    `Take up to ${longestRows} items back, with their pending reports; each row is answered by itself`,
    'items:write',
  ),
  erase: change(
    erasureRow,
    'erasures',
    `Erase the personal data of up to ${longestRows} members, for good; each row is answered by itself`,
    'members:erase',
  ),
  events: defineCall({
    method: 'GET',
    path: '/platform/v1/events',
    summary: `What happened to items after a position of the sealed record, oldest first; it can wait up to ${longestWaitSeconds} s for the next event`,
    sends: 'query',
    input: z.object({
      after: z._default(wholeNumber(0, Number.MAX_SAFE_INTEGER), 0),
      limit: z._default(wholeNumber(1, longestPage), 100),
      wait: z._default(wholeNumber(0, longestWaitSeconds), 0),
    }),
    output: z.object({
      data: z.array(platformEvent),
      /** To be sent as `after` next. Where it is the same as before, there is nothing yet. */
      next: z.number(),
    }),
    refuses: ['key_refused', 'scope_missing', 'too_many_requests'],
    needs: [],
    scope: 'events:read',
    origin: 'ours',
  }),
}
