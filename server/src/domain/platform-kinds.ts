import { comparableName } from '@screening-room/contract/categories'
import type { PlatformKind, PlatformRow } from '@screening-room/contract/platform'
import { visibilities } from '@screening-room/contract/platform'
import { videoType } from '@screening-room/contract/review'
import type { VersionPart } from '@screening-room/contract/versions'
import type { Content, PlatformTable } from '../store/platform-rows.ts'

/* What each kind of row becomes in our tables. */

/** The id of a thing that the platform refers to, whether it is here yet or not. */
export type IdOf = (table: PlatformTable, name: string) => number

interface Kind<K extends PlatformKind, T extends PlatformTable> {
  table: T
  content: (row: PlatformRow<K>, idOf: IdOf) => Content<T>
  /** A field that stays what it was, by its column. */
  fixed?: { column: keyof Content<T> & string; field: keyof PlatformRow<K> & string }
  /** Of an item: the columns of which versions are kept (migration 22). */
  parts?: Partial<Record<VersionPart, readonly (keyof Content<T> & string)[]>>
}

/** Null and not an empty list: most items have none. */
const listed = (list: readonly unknown[] | null | undefined) => (list?.length ? list : null)

const factsOf = (row: PlatformRow<'certifications' | 'projects' | 'videos'>) => ({
  attributes: listed(row.attributes),
  signals: listed(row.signals),
  priority: row.priority ?? 0,
})

const named = (name: string) => ({ name: name.trim(), comparable: comparableName(name) })

const kind = <K extends PlatformKind, T extends PlatformTable>(_: K, is: Kind<K, T>) => is

export const kinds = {
  members: kind('members', {
    table: 'member',
    content: ({ nick_name, phone = null }) => ({ nick_name, phone }),
  }),
  roles: kind('roles', {
    table: 'certified_role',
    content: ({ name, name_en = null }) => ({ name, name_en }),
  }),
  reportReasons: kind('reportReasons', {
    table: 'report_reason',
    content: ({ message, message_en = null }) => ({ message, message_en }),
  }),
  categories: kind('categories', {
    table: 'category',
    content: ({ name, name_en = null }) => ({ ...named(name), name_en }),
  }),
  tags: kind('tags', {
    table: 'tag',
    content: ({ category, name, name_en = null }, idOf) => ({
      category_id: idOf('category', category),
      ...named(name),
      name_en,
    }),
    // Names are unique in a category, and merges join tags of the same one.
    fixed: { column: 'category_id', field: 'category' },
  }),
  certifications: kind('certifications', {
    table: 'certification',
    parts: { title: ['nick_name'], introduction: ['introduce'], pictures: ['pictures'] },
    content: (row, idOf) => ({
      member_id: idOf('member', row.member),
      nick_name: row.nick_name,
      phone: row.phone,
      role_id: idOf('certified_role', row.role),
      introduce: row.introduction ?? null,
      pictures: row.pictures ? JSON.stringify(row.pictures) : null,
      ...factsOf(row),
      create_time: row.created_at ?? null,
    }),
  }),
  projects: kind('projects', {
    table: 'project',
    parts: { title: ['title'], introduction: ['introduction'], pictures: ['cover'] },
    content: (row, idOf) => ({
      owner_id: idOf('member', row.owner),
      title: row.title,
      introduction: row.introduction ?? null,
      cover: row.cover ?? null,
      role_ids: (row.roles ?? []).map((role) => idOf('certified_role', role)),
      promo_video_id: row.promo_video ? idOf('video', row.promo_video) : null,
      ...factsOf(row),
      create_time: row.created_at ?? null,
    }),
  }),
  videos: kind('videos', {
    table: 'video',
    parts: {
      title: ['title'],
      introduction: ['introduction'],
      media: ['media'],
      pictures: ['banner', 'image'],
    },
    content: (row, idOf) => ({
      type: videoType[row.type],
      project_id: row.project ? idOf('project', row.project) : null,
      uploader_id: idOf('member', row.uploader),
      title: row.title ?? null,
      introduction: row.introduction ?? null,
      banner: row.banner ?? null,
      image: row.image ?? null,
      media: row.media ?? null,
      duration: row.duration ?? null,
      visibility: visibilities[row.visibility ?? 'public'],
      language: row.language ?? 'unknown',
      ...factsOf(row),
      create_time: row.created_at ?? null,
    }),
    // It says in which queue the video is, and which calls decide on it and on its reports.
    fixed: { column: 'type', field: 'type' },
  }),
  reports: kind('reports', {
    table: 'report',
    content: (row, idOf) => ({
      video_id: idOf('video', row.video),
      video_type: videoType[row.video_type],
      reason_id: idOf('report_reason', row.reason),
      reporter_id: idOf('member', row.reporter),
      create_time: row.created_at ?? null,
    }),
    // A video keeps count of its reports.
    fixed: { column: 'video_id', field: 'video' },
  }),
}
