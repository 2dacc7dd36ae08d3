import { categoryRefusals } from './category-refusals.ts'
import { type Language, languages } from './languages.ts'
import { characterProblems, sentences } from './sentences.ts'

/*
 * What the server may refuse, as one closed table: code → envelope code, HTTP status and a sentence
 * in both languages. `{name}` is filled from the refusal's details.
 */

export { type Language, languages }

type Sentence = Record<Language, string>

/** HTTP 200 marks a business refusal: the client shows `msg` only then (spec, section 8). */
interface RefusalEntry {
  code: number
  http: number
  says: Sentence
}

export const refusals = {
  bad_input: {
    code: 400,
    http: 200,
    says: { en: '{field} {problem}', 'zh-CN': '{field} {problem}' },
  },
  reason_missing: {
    code: 400,
    http: 200,
    says: sentences.rejectReasonMissing,
  },
  take_down_reason_missing: {
    code: 400,
    http: 200,
    says: sentences.takeDownReasonMissing,
  },
  wrong_credentials: {
    code: 401,
    http: 200,
    says: { en: 'Wrong phone number or password', 'zh-CN': '手机号或密码错误' },
  },
  too_many_attempts: {
    code: 429,
    http: 200,
    says: {
      en: 'Too many attempts, try again in {seconds} s',
      'zh-CN': '尝试次数过多，请在 {seconds} 秒后重试',
    },
  },
  not_found: {
    code: 404,
    http: 200,
    says: { en: '{thing} {id} does not exist', 'zh-CN': '{thing} {id} 不存在' },
  },
  already_decided: {
    code: 409,
    http: 200,
    says: {
      en: 'Already {action} by {by} at {at}{because}',
      'zh-CN': '已由 {by} 于 {at} {action}{because}',
    },
  },
  not_possible: {
    code: 409,
    http: 200,
    says: { en: 'Not possible: it is {status}', 'zh-CN': '无法操作：当前状态为{status}' },
  },
  no_pending_report: {
    code: 409,
    http: 200,
    says: {
      en: 'There is no pending report on this video',
      'zh-CN': '该视频没有待处理的举报',
    },
  },
  video_missing: {
    code: 404,
    http: 200,
    says: {
      en: 'Video {id} is not here, so it cannot be taken down; its reports can be dismissed',
      'zh-CN': '视频 {id} 不存在，无法下架；可以驳回对它的举报',
    },
  },
  ...categoryRefusals,
  no_video_file: {
    code: 404,
    http: 200,
    says: { en: 'This video has no playable file', 'zh-CN': '该视频没有可播放的文件' },
  },
  lease_lost: {
    code: 409,
    http: 200,
    says: {
      en: `${sentences.leaseLost.en}{now}`,
      'zh-CN': `${sentences.leaseLost['zh-CN']}{now}`,
    },
  },
  undo_too_late: {
    code: 409,
    http: 200,
    says: {
      en: 'Too late to undo: the decision has taken effect',
      'zh-CN': '已无法撤销：决定已生效',
    },
  },
  digit_taken: {
    code: 409,
    http: 200,
    says: {
      en: 'Another active reason has this digit: {label}',
      'zh-CN': '该数字已被其他启用的理由占用：{label}',
    },
  },
  key_reused: {
    code: 422,
    http: 200,
    says: {
      en: 'This Idempotency-Key was used for another request',
      'zh-CN': '该 Idempotency-Key 已用于其他请求',
    },
  },
  key_refused: {
    code: 401,
    http: 401,
    says: {
      en: 'A valid key is required: Authorization: Bearer srk_…',
      'zh-CN': '需要有效的密钥：Authorization: Bearer srk_…',
    },
  },
  scope_missing: {
    code: 403,
    http: 403,
    says: { en: 'This key lacks the scope {scope}', 'zh-CN': '该密钥没有 {scope} 权限' },
  },
  too_many_requests: {
    code: 429,
    http: 429,
    says: {
      en: 'Too many requests with this key, try again shortly',
      'zh-CN': '该密钥的请求过于频繁，请稍后重试',
    },
  },
  signed_out: { code: 401, http: 401, says: { en: 'Please sign in', 'zh-CN': '请先登录' } },
  forbidden: { code: 403, http: 403, says: sentences.insufficientPermission },
  wrong_origin: {
    code: 403,
    http: 403,
    says: { en: 'This origin may not call this server', 'zh-CN': '不允许该来源调用此服务' },
  },
  no_route: {
    code: 404,
    http: 404,
    says: { en: 'There is nothing here', 'zh-CN': '此处没有内容' },
  },
  too_large: {
    code: 413,
    http: 413,
    says: { en: 'The request is too large', 'zh-CN': '请求过大' },
  },
  unsupported_body: {
    code: 415,
    http: 415,
    says: {
      en: 'The body must be a form or JSON in UTF-8',
      'zh-CN': '请求体必须是 UTF-8 的表单或 JSON',
    },
  },
  malformed_request: {
    code: 400,
    http: 400,
    says: { en: 'The request is not valid HTTP', 'zh-CN': '请求不是有效的 HTTP' },
  },
  bad_range: {
    code: 416,
    http: 416,
    says: { en: 'The range cannot be satisfied', 'zh-CN': '请求的范围无效' },
  },
  unmet_expectation: {
    code: 417,
    http: 417,
    says: {
      en: 'The only Expect that is understood is 100-continue',
      'zh-CN': 'Expect 仅支持 100-continue',
    },
  },
  too_busy: {
    code: 503,
    http: 503,
    says: { en: 'Too busy, try again shortly', 'zh-CN': '系统繁忙，请稍后重试' },
  },
  too_many_streams: {
    code: 429,
    http: 429,
    says: {
      en: 'Too many live streams are open in this session',
      'zh-CN': '此会话打开的实时连接过多',
    },
  },
  media_unavailable: {
    code: 503,
    http: 503,
    says: {
      en: 'The video store cannot be reached, try again shortly',
      'zh-CN': '视频存储暂时无法访问，请稍后重试',
    },
  },
  storage_full: { code: 503, http: 503, says: { en: 'Storage is full', 'zh-CN': '存储空间已满' } },
  read_only: {
    code: 503,
    http: 503,
    says: {
      en: 'The database is read-only for now; nothing was changed',
      'zh-CN': '数据库当前为只读，未做任何更改',
    },
  },
  not_confirmed: {
    code: 503,
    http: 503,
    says: {
      en: 'We could not confirm the result; it is safe to try again',
      'zh-CN': '无法确认结果，可以放心重试',
    },
  },
  fault: { code: 500, http: 500, says: { en: 'Server error', 'zh-CN': '服务器错误' } },
} as const satisfies Record<string, RefusalEntry>

export type RefusalCode = keyof typeof refusals

/** Refusals of any call, which the calls do not list. */
export const commonRefusals = [
  'bad_input',
  'signed_out',
  'forbidden',
  'wrong_origin',
  'no_route',
  'too_large',
  'unsupported_body',
  'malformed_request',
  'unmet_expectation',
  'too_busy',
  'storage_full',
  'read_only',
  'not_confirmed',
  'fault',
] as const satisfies readonly RefusalCode[]

/** The names of what may be missing. */
export const things = {
  certification: { en: 'certification', 'zh-CN': '认证' },
  project: { en: 'project', 'zh-CN': '项目' },
  video: { en: 'video', 'zh-CN': '视频' },
  report: { en: 'report', 'zh-CN': '举报' },
  category: { en: 'category', 'zh-CN': '分类' },
  tag: { en: 'tag', 'zh-CN': '标签' },
  reason: { en: 'reason', 'zh-CN': '理由' },
  decision: { en: 'decision', 'zh-CN': '决定' },
} as const satisfies Record<string, Sentence>

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
  one_of: { en: 'must be one of {0}', 'zh-CN': '必须是 {0} 之一' },
  too_long: { en: 'must be at most {0} characters', 'zh-CN': '最多 {0} 个字符' },
  ...characterProblems,
  too_many: { en: 'must be at most {0} values', 'zh-CN': '最多 {0} 个值' },
  date_time: {
    en: 'must be a time like 2026-01-31T00:00:00',
    'zh-CN': '必须是形如 2026-01-31T00:00:00 的时间',
  },
  moment: {
    en: 'must be a time with its zone, like 2026-01-31T08:00:00Z',
    'zh-CN': '必须是带时区的时间，如 2026-01-31T08:00:00Z',
  },
  fixed: { en: 'cannot change', 'zh-CN': '不能更改' },
  after_end: { en: 'is after end', 'zh-CN': '晚于 end' },
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

export function refusalSentence(
  code: RefusalCode,
  details: Record<string, string | number>,
  language: Language,
): string {
  return refusals[code].says[language].replace(/\{(\w+)\}/g, (_, name) =>
    String(details[name] ?? ''),
  )
}
