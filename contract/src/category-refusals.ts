import { sentences } from './sentences.ts'

/* Why categories and tags cannot be changed; a part of the table in `refusals.ts`. */
export const categoryRefusals = {
  category_exists: { code: 409, http: 200, says: sentences.categoryExists },
  tag_exists: { code: 409, http: 200, says: sentences.tagExists },
  category_hidden: { code: 409, http: 200, says: sentences.categoryHidden },
  tag_hidden: { code: 409, http: 200, says: sentences.tagHidden },
  hidden_choice: {
    code: 409,
    http: 200,
    says: {
      en: '“{name}” is hidden and cannot be chosen',
      'zh-CN': '“{name}”已隐藏，不能选择',
    },
  },
  merged: {
    code: 409,
    http: 200,
    says: { en: '“{name}” is merged into “{into}”', 'zh-CN': '“{name}”已合并到“{into}”' },
  },
  changed_since: {
    code: 409,
    http: 200,
    says: {
      en: 'Changed by {by} in the meantime. Now: {now}',
      'zh-CN': '{by} 已先作修改，现为：{now}',
    },
  },
  preview_outdated: {
    code: 409,
    http: 200,
    says: {
      en: 'The names or tags have changed since the preview. Please check it again',
      'zh-CN': '预览之后名称或标签有变动，请重新确认',
    },
  },
  joined_with_category: {
    code: 409,
    http: 200,
    says: {
      en: '“{name}” was joined when “{category}” was merged; undo that merge instead',
      'zh-CN': '“{name}”是在合并“{category}”时并入的，请撤销该次合并',
    },
  },
} as const
