import type { LateTexts } from './en.ts'

/* Categories and tags, in Chinese. */
export const categories: LateTexts['categories'] = {
  addCategory: '添加分类',
  addTag: '添加标签',
  chineseName: '中文名称',
  englishName: '英文名称',
  add: '添加',
  edit: '编辑',
  editCategory: '编辑 {{name}}',
  categoryAdded: '分类已添加',
  tagAdded: '标签已添加',
  list: '分类列表',
  noTags: '暂无标签',
  none: '暂无分类',
  filter: '查找分类或标签',
  lookOnly: '只有管理员可以添加分类和标签，您可以在此查看。',
  englishHint: '当前服务可能不保存英文名称。',
  tagsOf: '{{name}} 的标签',
}
