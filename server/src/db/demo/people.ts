// The people of the demo platform. All of them are invented.
import { avatars } from './media.ts'

export type Language = 'zh' | 'en'

export interface Submitter {
  readonly name: string
  /** The language this person writes in; their remarks and titles follow it. */
  readonly writes: Language
}

export interface Reviewer {
  readonly nickName: string
  readonly avatar: string
}

const writingChinese = [
  '王小满',
  '陈思远',
  '林晚晴',
  '赵一鸣',
  '周子墨',
  '吴雨桐',
  '徐若谷',
  '孙佳宁',
  '马致远同学',
  '朱砂',
  '胡杨',
  '郭沐阳',
  '何以安',
  '高远山',
  '罗伊凡',
  '郑书意',
  '梁知秋',
  '谢临川',
  '宋清和',
  '唐一诺',
  '许星河',
  '韩江雪',
  '冯念慈',
  '邓文博',
  '曹操持',
  '彭湃',
  '曾静好',
  '萧疏影',
  '田园',
  '董青禾',
  '潘安宁',
  '袁野',
  '蔡明朗',
  '蒋南风',
  '余生',
  '杜若飞',
  '叶知微',
  '程砚',
  '魏来',
  '苏木',
  '吕行舟',
  '丁香',
  '任平生',
  '沈鹿鸣',
  '姚晨光',
  '卢梭梭',
  '傅抱石头',
  '钟楼怪人',
  '崔巍',
  '欧阳一',
  '司徒明月',
  '阿依古丽',
  '巴特尔',
  '扎西顿珠',
  '黑泽名',
]

const writingEnglish = [
  'Amelia Hartley',
  'Ben Okafor',
  'Chloé Lefèvre',
  'Daniel Wu',
  'Elif Yılmaz',
  'Farah Siddiqui',
  'Grace Lin',
  'Hyun-woo Park',
  'Ingrid Sørensen',
  'João Pedro Almeida',
  'Kateryna Bondar',
  'Liam O’Donnell',
  'Mei-Ling Chua',
  'Nguyễn Thị Hoa',
  'Oluwaseun Adeyemi',
  'Priya Raghavan',
  'Quentin Marsh',
  'Rosa Jiménez',
  'Søren Bjørk',
  'Tom Whitfield',
  'Uma Krishnan',
  'Viktor Novák',
  'Wren Castellanos',
  'Yuki Tanabe',
  'Zofia Wiśniewska',
  'ليلى حداد',
  'נועה לוי',
]

export const submitters: readonly Submitter[] = [
  ...writingChinese.map((name): Submitter => ({ name, writes: 'zh' })),
  ...writingEnglish.map((name): Submitter => ({ name, writes: 'en' })),
]

const nickNames = ['李雷', '韩梅梅', 'Wei Zhang', '周敏', 'Nora Lindqvist']

export const reviewers: readonly Reviewer[] = nickNames.map((nickName, place) => ({
  nickName,
  avatar: avatars[place] ?? '',
}))
