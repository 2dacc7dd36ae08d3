import type { LateTexts } from './en.ts'

/* What the platform changed of an item, and what it says about it. In Chinese. */

export const notes: LateTexts['notes'] = {
  erased: '已清除',
  erasedItem: '该内容的个人信息已清除，审核状态和记录仍保留。',
  version: '第 {{version}} 版',
  failed: '获取变更内容失败',
  notCompared: '平台更新过内容，此前未审核过',
  changedNow: '您打开后（第 {{version}} 版）平台更新了内容',
  since: {
    approve: '{{who}} 于 {{when}} 通过第 {{version}} 版后有变更',
    reject: '{{who}} 于 {{when}} 驳回第 {{version}} 版后有变更',
    takeDown: '{{who}} 于 {{when}} 下架第 {{version}} 版后有变更',
  },
  media: '媒体已替换',
  pictures: '图片已更换',
  title: '标题',
  introduction: '简介',
  attributes: '平台提供的信息',
  signals: '机器识别',
}
