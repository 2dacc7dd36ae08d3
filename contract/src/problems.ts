import type { Language } from './languages.ts'
import { peopleProblems } from './people-refusals.ts'
import { characterProblems } from './sentences.ts'

type Sentence = Record<Language, string>

/** What is wrong with one field. Completes the sentence that begins with the field's name. */
export const problems = {
  required: { en: 'is required', 'zh-CN': '不能为空' },
  unknown: { en: 'is not a field of this call', 'zh-CN': '不是此调用的字段' },
  twice: { en: 'was given more than once', 'zh-CN': '重复出现' },
  text: { en: 'must be text', 'zh-CN': '必须是文本' },
  list: { en: 'must be a list', 'zh-CN': '必须是列表' },
  object: { en: 'must be an object', 'zh-CN': '必须是对象' },
  not_text: { en: 'must be text or a whole number', 'zh-CN': '必须是文本或整数' },
  encoding: { en: 'is not valid UTF-8 text', 'zh-CN': '不是有效的 UTF-8 文本' },
  syntax: { en: 'cannot be read', 'zh-CN': '无法解析' },
  whole: { en: 'must be a whole number from {0} to {1}', 'zh-CN': '必须是 {0} 到 {1} 的整数' },
  decimal: { en: 'must be a number from {0} to {1}', 'zh-CN': '必须是 {0} 到 {1} 的数' },
  not_https: {
    en: 'must be an address that begins with https://',
    'zh-CN': '必须是以 https:// 开头的地址',
  },
  flag: { en: 'must be true or false', 'zh-CN': '必须是 true 或 false' },
  one_of: { en: 'must be one of {0}', 'zh-CN': '必须是 {0} 之一' },
  too_long: { en: 'must be at most {0} characters', 'zh-CN': '最多 {0} 个字符' },
  ...characterProblems,
  ...peopleProblems,
  too_many: { en: 'must be at most {0} values', 'zh-CN': '最多 {0} 个值' },
  date_time: {
    en: 'must be a time like 2026-01-31T00:00:00',
    'zh-CN': '必须是形如 2026-01-31T00:00:00 的时间',
  },
  moment: {
    en: 'must be a time with its zone, like 2026-01-31T08:00:00Z',
    'zh-CN': '必须是带时区的时间，如 2026-01-31T08:00:00Z',
  },
  years: { en: 'must be a time from {0} to {1}', 'zh-CN': '必须是 {0} 年到 {1} 年之间的时间' },
  rising: {
    en: 'must be up to five whole numbers above 0, each above the one before it, like 3,6,10',
    'zh-CN': '必须是至多五个依次增大的正整数，如 3,6,10',
  },
  weights: {
    en: 'must be like 1:2,3:0, each weight from 0 to {0}',
    'zh-CN': '必须形如 1:2,3:0，权重为 0 到 {0}',
  },
  no_seal: {
    en: 'names a seal that no verification has reached: the last one is #{0} (0: there is none). Verify the record first, or leave it out',
    'zh-CN':
      '所指的封印尚未校验：最近一次校验至 #{0}（0 表示从未校验）。请先校验操作记录，或不填此项',
  },
  name_taken: { en: 'is the name of another one', 'zh-CN': '已被占用' },
  fixed: { en: 'cannot change', 'zh-CN': '不能更改' },
  not_sent_yet: { en: 'names nothing that is here', 'zh-CN': '所指的内容不存在' },
  erased: { en: 'names something that was erased', 'zh-CN': '所指的内容已被清除' },
  https: {
    en: 'must be an https address without a user or a fragment',
    'zh-CN': '必须是 https 地址，且不含用户名和片段',
  },
  in_the_past: { en: 'must lie in the future', 'zh-CN': '必须晚于当前时间' },
  before_from: { en: 'is before from', 'zh-CN': '早于 from' },
  with_start: { en: 'goes together with start', 'zh-CN': '必须与 start 一起提供' },
  most_days: { en: 'is more than {0} days after start', 'zh-CN': '与 start 相距超过 {0} 天' },
  after_end: { en: 'is after end', 'zh-CN': '晚于 end' },
  pending_only: {
    en: 'is for all that is pending: without search, dates and other filters',
    'zh-CN': '仅适用于全部待审核内容：不能同时使用搜索、日期或其他筛选条件',
  },
  not_this_video: { en: 'does not fit this video', 'zh-CN': '与该视频不符' },
  reserved: { en: 'is reserved', 'zh-CN': '为保留值' },
  not_a_reason: { en: 'names no report reason', 'zh-CN': '不是有效的举报原因' },
  impossible: {
    en: 'cannot be true: more was watched than time has passed',
    'zh-CN': '不可能成立：观看时长超过了实际经过的时间',
  },
  itself: { en: 'must be another one', 'zh-CN': '不能是其自身' },
  other_category: { en: 'must be a tag of the same category', 'zh-CN': '必须是同一分类的标签' },
  not_here: { en: 'is not a filter of this queue', 'zh-CN': '不是此队列的筛选条件' },
  key_format: { en: 'must be 8 to 128 plain characters', 'zh-CN': '必须是 8 到 128 个普通字符' },
} as const satisfies Record<string, Sentence>

export type ProblemCode = keyof typeof problems
/** A problem inside a schema's message: `whole|1|100`. */
export type Problem = string

export function problem(code: ProblemCode, ...values: (string | number)[]): Problem {
  return [code, ...values].join('|')
}

export function problemSentence(written: Problem, language: Language): string {
  const [code = '', ...values] = written.split('|')
  const sentence = problems[code as ProblemCode]?.[language] ?? problems.required[language]
  return sentence.replace(/\{(\d)\}/g, (_, index) => values[Number(index)] ?? '')
}
