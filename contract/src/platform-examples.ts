import type { platformCalls } from './platform.ts'

/* One batch of rows for each call that writes, as the documentation shows it. Sent in this order, all are taken. */

type Writing = Exclude<keyof typeof platformCalls, 'events'>

export const platformExamples: Record<Writing, readonly Record<string, unknown>[]> = {
  members: [{ external_id: 'u-40', nick_name: '林一', phone: '13900000017' }],
  roles: [{ external_id: 'actor', name: '演员', name_en: 'Actor' }],
  reportReasons: [{ external_id: 'violence', message: '暴力', message_en: 'Violence' }],
  categories: [{ external_id: 'documentary', name: '纪录片', name_en: 'Documentary' }],
  tags: [{ external_id: 'nature', category: 'documentary', name: '自然', name_en: 'Nature' }],
  certifications: [
    {
      external_id: 'c-40',
      member: 'u-40',
      nick_name: '林一',
      phone: '13900000017',
      role: 'actor',
      pictures: ['https://pictures.example.com/c-40.jpg'],
    },
  ],
  projects: [{ external_id: 'p-40', owner: 'u-40', title: '长街', roles: ['actor'] }],
  videos: [
    {
      external_id: 'v-400',
      type: 'personal',
      uploader: 'u-40',
      title: '胡同',
      media: 'films/v-400.mp4',
      attributes: [{ name: 'channel', value: '街头', label: '频道', label_en: 'Channel' }],
      signals: [{ name: 'smoke', score: 0.87, from: 12.5, to: 14 }],
      priority: 60,
    },
  ],
  reports: [
    {
      external_id: 'r-400',
      video: 'v-400',
      video_type: 'personal',
      reason: 'violence',
      reporter: 'u-41',
    },
  ],
  withdraw: [{ kind: 'video', external_id: 'v-400', reason: 'deleted by its author' }],
  erase: [{ external_id: 'u-40' }],
}
