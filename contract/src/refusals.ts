import { categoryRefusals } from './category-refusals.ts'
import { factorRefusals } from './factor-refusals.ts'
import { type Language, languages } from './languages.ts'
import { peopleRefusals } from './people-refusals.ts'
import { roleRefusals } from './role-refusals.ts'
import { sentences } from './sentences.ts'

/*
 * What the server may refuse, as one closed table: code → envelope code, HTTP status and a sentence
 * in both languages. `{name}` is filled from the refusal's details.
 */

export { type Problem, type ProblemCode, problem, problemSentence, problems } from './problems.ts'
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
  item_erased: {
    code: 409,
    http: 200,
    says: {
      en: 'Its personal data was erased: there is nothing left to review',
      'zh-CN': '该内容的个人信息已被清除，无法再审核',
    },
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
  ...peopleRefusals,
  ...factorRefusals,
  ...roleRefusals,
  no_video_file: {
    code: 404,
    http: 200,
    says: { en: 'This video has no playable file', 'zh-CN': '该视频没有可播放的文件' },
  },
  item_changed: {
    code: 409,
    http: 200,
    says: {
      en: 'The platform has changed this item{what}. Look again before you decide',
      'zh-CN': '平台更新了该条目{what}，请重新查看后再决定',
    },
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
  too_many_endpoints: {
    code: 409,
    http: 200,
    says: {
      en: 'There are {most} endpoints already; remove one first',
      'zh-CN': '已有 {most} 个推送地址，请先移除一个',
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
  bad_playlist: {
    code: 422,
    http: 422,
    says: {
      en: 'This playlist cannot be read, or names files outside of its own folder',
      'zh-CN': '该播放列表无法读取，或引用了其所在文件夹以外的文件',
    },
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
  provider_unavailable: {
    code: 502,
    http: 502,
    says: {
      en: 'The API host does not respond, try again shortly',
      'zh-CN': 'API 服务器没有响应，请稍后重试',
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
  'factor_required',
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
  account: { en: 'account', 'zh-CN': '账号' },
  role: { en: 'role', 'zh-CN': '角色' },
  member: { en: 'member', 'zh-CN': '会员' },
  key: { en: 'key', 'zh-CN': '密钥' },
  confirmation: { en: 'request', 'zh-CN': '申请' },
  endpoint: { en: 'endpoint', 'zh-CN': '推送地址' },
  passkey: { en: 'passkey', 'zh-CN': '通行密钥' },
  delivery: { en: 'delivery', 'zh-CN': '推送记录' },
} as const satisfies Record<string, Sentence>

export function refusalSentence(
  code: RefusalCode,
  details: Record<string, string | number>,
  language: Language,
): string {
  return refusals[code].says[language].replace(/\{(\w+)\}/g, (_, name) =>
    String(details[name] ?? ''),
  )
}
