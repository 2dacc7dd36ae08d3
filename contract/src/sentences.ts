/* Sentences that both the server and the app show. */

export const sentences = {
  rejectReasonMissing: { en: 'Reject reason cannot be empty', 'zh-CN': '驳回理由不能为空' },
  takeDownReasonMissing: {
    en: 'Please select at least one take-down reason',
    'zh-CN': '请至少选择一个下架原因',
  },
  categoryExists: { en: 'This category already exists', 'zh-CN': '该分类已存在' },
  tagExists: { en: 'This tag already exists', 'zh-CN': '该标签已存在' },
  categoryHidden: {
    en: 'This category already exists but is hidden. Show it again instead',
    'zh-CN': '该分类已存在，但已隐藏，请重新显示',
  },
  tagHidden: {
    en: 'This tag already exists but is hidden. Show it again instead',
    'zh-CN': '该标签已存在，但已隐藏，请重新显示',
  },
  insufficientPermission: { en: 'Insufficient permission', 'zh-CN': '权限不足' },
  leaseLost: { en: 'This item is no longer yours to decide', 'zh-CN': '该条目已不在您手中' },
} as const

/** Completes the sentence that begins with the field's name. */
export const characterProblems = {
  control_character: { en: 'must not contain control characters', 'zh-CN': '不能包含控制字符' },
  direction_character: {
    en: 'must not contain characters that change the direction of text',
    'zh-CN': '不能包含改变文字方向的字符',
  },
  one_line: { en: 'must be a single line', 'zh-CN': '必须是单行文本' },
} as const
