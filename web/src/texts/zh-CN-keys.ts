import type * as english from './en-keys.ts'

/* The command palette and the keys of the lists, in Chinese. */
export const palette: typeof english.palette = {
  title: '跳转',
  placeholder: '页面、ID 或命令',
  nothing: '没有匹配项',
  item: '{{queue}} #{{id}}',
  category: '分类：{{name}}',
  theme: '主题：{{theme}}',
  language: '语言：{{language}}',
}

export const keys: typeof english.keys = {
  title: '键盘快捷键',
  single: '启用单键快捷键',
  palette: '跳转到页面、条目或命令',
  search: '跳到搜索框',
  rows: '下一行或上一行',
  open: '打开该行',
  picture: '旋转或缩放放大的图片',
  focus: '开始专注审核',
  help: '显示快捷键',
  goTo: '前往{{screen}}',
  andThen: '再按',
}
