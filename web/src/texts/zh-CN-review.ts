import type { FirstTexts } from './en.ts'

/* History, current reviewer, and re-opening of an item. In Chinese. */

export const history: FirstTexts['history'] = {
  title: '处理记录',
  none: '暂无处理记录',
  failed: '获取处理记录失败',
  earlier: '显示更早的记录',
  whole: '完整经过',
  line: '{{who}}：{{what}}',
  did: {
    approve: '通过',
    reject: '驳回',
    takeDown: '下架',
    feature: '设为精选',
    categorize: '归入分类',
    dismiss: '驳回举报',
    undo: '撤销决定',
    skip: '跳过',
    reopen: '重新打开',
    resubmit: '重新提交',
    withdraw: '撤回',
    revise: '更新内容',
    revealPhone: '查看完整手机号',
    openCertificates: '查看资质图片',
    askSecond: '提交复核申请',
    confirmSecond: '复核通过',
    refuseSecond: '复核不通过',
    withdrawSecond: '撤回复核申请',
    export: '导出',
  },
  decided: '已由 {{who}} 于 {{when}} {{what}}',
  decidedPlain: '已处理：{{status}}',
  watched: '已观看 {{watched}} / {{whole}}',
  watchedNone: '未播放（共 {{whole}}）',
  watchedUnknown: '视频无法加载',
  sheetWhole: '已查看全部缩略图',
  sheetFrames: '已查看缩略图 {{frames}} 张',
  hiddenToo: '标签页隐藏时播放 {{hidden}}',
  marks: '标记',
  goTo: '从 {{time}} 播放',
}

export const held: FirstTexts['held'] = {
  byOther: '{{who}} 正在审核',
  byMe: '您正在审核',
  note: '{{who}} 自 {{since}} 起正在审核此条目。您仍可处理，以先提交的决定为准。',
  noteMine: '您于 {{since}} 在专注审核中领取了此条目。',
}

export const reopen: FirstTexts['reopen'] = {
  action: '重新打开',
  title: '重新打开此条目？',
  hint: '原决定保留在处理记录中，条目将重新等待审核。',
  reason: '重新打开的理由',
  placeholder: '请输入重新审核的理由',
  empty: '请填写理由',
  tooLong: '理由共 {{typed}} 个字符，最多允许 {{most}} 个',
  done: '已重新打开',
  failed: '重新打开失败',
}

export const coach: FirstTexts['coach'] = {
  label: '新手提示',
  focusText: '逐条分派，在列表按 F 进入。',
  keys: '全键盘操作：',
  keysText: 'J、K 移动，Enter 打开，? 查看全部。',
  paletteText: '前往任意页面，或按 ID 打开。',
  next: '继续',
  skip: '不再提示',
}

export const takeDown: FirstTexts['takeDown'] = {
  title: '下架原因',
  hint: '下架后用户将无法观看，该视频待处理的举报会一并关闭。',
  reasonsFailed: '获取原因列表失败',
}
