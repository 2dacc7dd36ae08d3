import type { Worded } from './reasons.ts'

/** The text of the policy behind each report reason, by its id. */
export const policies: Readonly<Record<number, Worded>> = {
  1: {
    zh: '整段搬运、去水印转载、未获授权的剪辑均属侵权；署名不等于授权。少量引用用于评论的除外。',
    en: 'Reposts, removed watermarks and unlicensed edits infringe, with or without a credit. Short quotes for comment are fine.',
  },
  2: {
    zh: '出现可见伤口、血迹或致死过程即下架；影视特效须在开头明确提示。',
    en: 'Visible wounds, blood or a killing come down. Film effects need a clear notice at the start.',
  },
  3: {
    zh: '裸露、性暗示动作或挑逗性特写均下架；医学和艺术内容须有明确语境。',
    en: 'Nudity, sexual acts or suggestive close-ups come down. Medical and art content needs a clear context.',
  },
  4: {
    zh: '夸大功效、虚构数据或假冒官方活动即为虚假宣传；广告须标明“广告”。',
    en: 'Exaggerated effects, made-up figures or a false official event are misleading. Advertising must say so.',
  },
  5: {
    zh: '出现站外二维码、联系方式或转账诱导即下架，无需确认是否有人受骗。',
    en: 'QR codes, contacts or requests for money come down; nobody has to have been deceived first.',
  },
  6: {
    zh: '针对特定个人的辱骂、威胁或煽动围攻均下架；对作品的批评不在此列。',
    en: 'Insults, threats or calls to pile on a person come down. Criticism of a work does not.',
  },
  7: {
    zh: '因民族、性别、地域、疾病等贬低他人即下架；新闻引述须有批评语境。',
    en: 'Demeaning people for ethnicity, gender, region or illness comes down. Quotes in news need a critical context.',
  },
  8: {
    zh: '证件、住址、电话、车牌等可识别信息清晰可见且未获同意即下架。',
    en: 'Readable documents, addresses, phones or number plates without consent come down.',
  },
  9: {
    zh: '未成年人危险动作、早恋诱导或不当着装即下架；拿不准时按更严格的处理。',
    en: 'Minors in danger, in romance bait or in unsuitable clothing come down. In doubt, the stricter reading applies.',
  },
}
