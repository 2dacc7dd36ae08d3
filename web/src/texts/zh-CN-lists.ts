/* Lists: their order, pages and search. */

export const pager = {
  previous: '上一页',
  next: '下一页',
  page: '第 {{page}} 页',
  newestFirst: '最新的在前',
  oldestFirst: '最早的在前',
  label: '分页',
  showing: '显示 {{shown}} 条，共 {{total}} 条',
  noMore: '没有更多记录',
  back: '回到上一页',
  order: '排序',
  longestWaiting: '等待最久的在前',
  mostReported: '举报最多的在前',
  firstOnly: '仅列出前 {{most}} 条',
  eachOnce: '每个视频只列一次，显示最新一条举报',
  waitingSince: '开始等待',
  newRows: '{{count}} 条新内容',
  newRowsHint: '有新内容，点击查看',
}

export const search = {
  keyword: '关键词',
  titleOrId: '标题或 ID',
  personOrId: '昵称、手机号或 ID',
  reportIds: '举报、视频或举报人 ID',
  clear: '清空',
  none: '当前列表中没有匹配的结果：',
  numbersOnly: '此处只能按数字查找：举报 ID、视频 ID 或举报人 ID。',
  oneType: '仅查找了该视频类型的举报。',
  tooMany: '找到 {{most}} 条以上，请缩小范围',
  newestOnly: '仅查找了最新的 20,000 条；输入更长的关键词可查找全部。',
  mayBeMore: '可能还有未列出的结果；请输入更长的关键词。',
  member: '提交人',
  memberOff: '不再只看提交人 #{{id}} 的内容',
}
