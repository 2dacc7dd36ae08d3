// What people write about themselves when they ask to be certified, by role id (see roles.ts).
import type { Language } from './people.ts'

export const remarks: Readonly<Record<number, Readonly<Record<Language, readonly string[]>>>> = {
  1: {
    zh: [
      '独立导演，拍过三部短片，其中《渡口》入围过两个青年影展。附毕业证书和参展证明。',
      '做了六年广告导演，想转向纪录片，希望认证后能在平台上招募团队。',
      '导演系大四在读，毕业作品已杀青，导师推荐信见图二。',
      '从场记一路做到执行导演，第一次以导演身份申请，请多指教。',
    ],
    en: [
      'Director of two shorts and a web series. Diploma and festival laurels attached.',
      'I direct small documentaries about people who repair things.',
      'Ten years in theatre, three behind the camera. Happy to send a reel.',
    ],
  },
  2: {
    zh: [
      '写剧本第八年，擅长家庭题材和方言对白，有两部院线电影联合编剧署名。',
      '戏剧影视文学专业毕业，长期给短剧写稿，附编剧合同首页（已隐去金额）。',
      '白天是语文老师，晚上写故事。去年获得市里的剧本扶持。',
    ],
    en: [
      'Screenwriter, mostly comedies nobody laughs at until the second viewing.',
      'Staff writer for two seasons of a radio drama; credits page attached.',
    ],
  },
  3: {
    zh: [
      '摄影师，主攻自然光和手持，有高原拍摄经验，可自带器材。',
      '航拍执照和摄影专业证书都在附件里，麻烦审核。',
      '拍了十年婚礼，最近三年在拍村里的老手艺，想认证成正式的摄影师。',
      '水下摄影，持潜水长证。样片在个人主页。',
    ],
    en: [
      'Cinematographer working between Chengdu and Lisbon. I light with whatever the room offers.',
      'Camera operator since 2014, steadicam certified. Certificate is in the second picture.',
    ],
  },
  4: {
    zh: [
      '剪辑师，纪录片方向，最长的一次素材是 640 小时。',
      '会剪辑也会一点调色和包装，附职业技能等级证书。',
      '在电视台做了五年后期，离职后自由接单，社保证明可补充。',
    ],
    en: [
      'Editor. I cut for rhythm first, then for sense, then for rhythm again.',
      'Second editor on four features, looking for shorts to cut on my own.',
      'Certificate from an evening course attached; my real school was wedding videos.',
    ],
  },
  5: {
    zh: [
      '作曲专业研究生，主修民族器乐，给五部学生短片写过配乐。',
      '独立音乐人，所有作品均为原创，可签授权。',
      '会写曲、会录音、会弹古琴，猫偶尔参与混音。',
    ],
    en: [
      'Composer for film and dance. Small ensembles, tape loops, the odd brass band.',
      'I write music for documentaries and always deliver stems.',
    ],
  },
  6: {
    zh: [
      '制片人，名下有一家小型影视工作室，营业执照见附件。',
      '负责过三部网络电影的全流程统筹，擅长把预算花在刀刃上。',
      '公益影像项目的发起人，想为山区学校的纪录片招募志愿者。',
      '工作室刚换了新的执照，旧的也一并附上，以新的为准。',
    ],
    en: [
      'Line producer, twelve years of call sheets. Business licence attached.',
      'Producer at a two-person company. The other person is my sister.',
    ],
  },
  7: {
    zh: [
      '话剧演员，表演专业本科，能说四川话、粤语和普通话。',
      '群演出身，去年第一次有了名字和台词。请审核，谢谢！',
      '舞蹈演员，想多参与舞蹈影像和实验短片。',
    ],
    en: [
      'Actor and voice artist, fluent in Mandarin, English and stage French.',
      'Trained in physical theatre. Union card in the first picture.',
      'I have played six doctors and would like to play anybody else.',
    ],
  },
  8: {
    zh: [
      '调色师，在后期公司工作四年，参与过三部院线片的调色。',
      '主做纪录片和 MV 调色，熟悉 HDR 交付流程，附培训结业证书。',
    ],
    en: [
      'Colourist. I grade skin before skies.',
      'Freelance colourist with a calibrated room; training certificate attached.',
    ],
  },
  9: {
    zh: [
      '同期录音师，自带两套无线和一支枪麦，能爬山能熬夜。',
      '录音艺术专业毕业，收集各地的清晨声音已经第七年。',
      '录音师，也做拟音。附件是职业资格证书和一张工作照。',
    ],
    en: [
      'Production sound mixer, documentaries and low-budget features.',
      'Sound recordist. If you can hear the fridge, that was not me.',
    ],
  },
  10: {
    zh: [
      '水墨动画爱好者转行，已独立完成一部四分钟短片，分镜见图三。',
      '三维动画师，五年项目经验，擅长角色表演。',
      '定格动画工作者，一天最多拍四秒钟，慢但是认真。',
    ],
    en: [
      'Animator, hand-drawn mostly. Twelve drawings a second and plenty of tea.',
      'Stop-motion animator; workshop certificate and a few stills attached.',
    ],
  },
}

/** Remarks that strain a table or a dialog. */
export const edgeRemarks: readonly string[] = [
  '',
  '   ',
  '🎬🎥🎞️ 请多关照 🙏🏻 \u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}',
  '<b>导演</b> & "producer" \'both\'',
  '第一行\n第二行\n\n第四行：换行也要看得清楚。',
  'https://portfolio.example/a/very/long/address/without/any/place/to/break?with=parameters&and=more-of-them',
  '我从二〇〇九年开始拍片，起初只是帮朋友记录婚礼，后来慢慢拍起了身边的人和事。'.repeat(24),
  'السلام عليكم، أنا مخرجة أفلام وثائقية وأعمل بين بيروت وشنغهاي.',
]
