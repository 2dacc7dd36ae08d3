// Why a video is reported, and what a kind reviewer writes when something cannot pass.
export interface Worded {
  readonly zh: string
  readonly en: string
}

export interface ReportReason extends Worded {
  readonly id: number
}

export const reportReasons: readonly ReportReason[] = [
  { id: 1, zh: '盗用他人作品', en: 'Uses someone else’s work without permission' },
  { id: 2, zh: '画面血腥暴力', en: 'Graphic violence' },
  { id: 3, zh: '色情低俗', en: 'Sexual or vulgar content' },
  { id: 4, zh: '虚假宣传', en: 'Misleading promotion' },
  { id: 5, zh: '诈骗或引流', en: 'Scam, or lures viewers elsewhere' },
  { id: 6, zh: '人身攻击', en: 'Harassment or personal attack' },
  { id: 7, zh: '仇恨或歧视言论', en: 'Hate or discrimination' },
  { id: 8, zh: '泄露他人隐私', en: 'Exposes private information' },
  { id: 9, zh: '危害未成年人', en: 'Harmful to minors' },
  { id: 10, zh: '危险行为，容易模仿', en: 'Dangerous acts that are easy to imitate' },
  { id: 11, zh: '虐待动物', en: 'Cruelty to animals' },
  { id: 12, zh: '不实信息', en: 'False information' },
  { id: 13, zh: '标题或封面与内容不符', en: 'Title or cover does not match the video' },
  { id: 14, zh: '重复发布、刷屏', en: 'Spam or repeated uploads' },
  { id: 15, zh: '闪烁画面未作提示', en: 'Flashing images without a warning' },
  { id: 16, zh: '其他问题', en: 'Something else' },
]

export const videoRejectReasons: readonly Worded[] = [
  {
    zh: '背景音乐看起来没有取得授权。换成自有或可商用的音乐后，欢迎重新提交。',
    en: 'The background music does not seem to be licensed. Please swap it for music you may use and submit again.',
  },
  {
    zh: '画面左上角有其他平台的水印，请上传无水印的原片。',
    en: 'There is another platform’s watermark in the top-left corner. Please upload the original without it.',
  },
  {
    zh: '00:12 前后出现了路人的车牌和电话号码，请打码后再提交。',
    en: 'A number plate and a phone number are readable around 00:12. Please blur them and send it again.',
  },
  {
    zh: '视频从中段开始没有声音，可能是导出时丢了音轨，麻烦检查一下。',
    en: 'The sound stops halfway through; the audio track may have been lost on export. Could you check?',
  },
  {
    zh: '封面与内容不一致，容易让观众误会。换一张片中的画面就可以了。',
    en: 'The cover shows something that is not in the video. A frame from the film itself would be fine.',
  },
  {
    zh: '片尾二维码会把观众引到站外，请去掉后重新上传。',
    en: 'The QR code at the end leads viewers off the platform. Please remove it and upload again.',
  },
  {
    zh: '内容与您上周提交的作品相同。如果是新版本，请在简介里说明改动。',
    en: 'This is the same film you submitted last week. If it is a new cut, please say in the introduction what changed.',
  },
  {
    zh: '片中有连续的强闪光，请在开头加上提示，或者降低闪烁频率。',
    en: 'There is a long run of strong flashes. Please add a warning at the start or slow the flashing down.',
  },
  {
    zh: '画面清晰度过低，字幕无法辨认，建议以 720p 以上重新导出。',
    en: 'The picture is too soft to read the subtitles. Please export again at 720p or better.',
  },
  {
    zh: '拍摄未成年人需要监护人同意，请补充授权书后再提交，谢谢理解。',
    en: 'Filming minors needs a guardian’s consent. Please add the release form and submit again. Thank you for understanding.',
  },
  {
    zh: '作品很有想法，只是分类选成了“美食”，改到“实验影像”后我们会尽快通过。',
    en: 'We like the idea, but it is filed under Food. Move it to Experimental and we will be glad to pass it.',
  },
]

export const certificationRejectReasons: readonly Worded[] = [
  {
    zh: '证书照片有反光，编号看不清。请在自然光下重拍一张。',
    en: 'There is a reflection on the certificate and its number cannot be read. Please take it again in daylight.',
  },
  {
    zh: '证书上的姓名与账号实名不一致，请补充说明或更换材料。',
    en: 'The name on the certificate differs from the account’s. Please explain or send another document.',
  },
  {
    zh: '目前的材料只能证明学历，请再附一份能体现岗位的作品署名截图。',
    en: 'This proves your degree only. Please add a credit that shows the role you are applying for.',
  },
  {
    zh: '营业执照已过有效期，更新后随时可以再次申请。',
    en: 'The business licence has expired. You are welcome to apply again once it is renewed.',
  },
  {
    zh: '没有收到资质图片，可能是上传中断了，请重新提交一次。',
    en: 'No pictures arrived; the upload may have been interrupted. Please submit once more.',
  },
  {
    zh: '根据您的介绍，“剪辑师”可能比“导演”更合适，请确认后重新选择。',
    en: 'From what you write, Editor may suit you better than Director. Please check and choose again.',
  },
  {
    zh: '证书缺少盖章页，请把带公章的一页也拍给我们。',
    en: 'The stamped page is missing. Please send us that page as well.',
  },
]

export const projectRejectReasons: readonly Worded[] = [
  {
    zh: '项目介绍还太简短，请写一写拍摄计划、周期和目前的进度。',
    en: 'The introduction is a little short. Please tell us about the plan, the schedule and where you are now.',
  },
  {
    zh: '介绍中留有个人收款方式，请删除，合作款项请走平台流程。',
    en: 'The introduction contains personal payment details. Please remove them; payments go through the platform.',
  },
  {
    zh: '改编作品需要原作者授权，请上传授权文件后重新提交。',
    en: 'An adaptation needs the author’s permission. Please upload the agreement and submit again.',
  },
  {
    zh: '宣传片目前打不开，请重新上传后再提交审核。',
    en: 'The promo video cannot be played at the moment. Please upload it again before review.',
  },
  {
    zh: '招募的岗位没有写明是否有报酬，请补充，让应征的人心里有数。',
    en: 'The roles do not say whether they are paid. Please add that, so applicants know where they stand.',
  },
  {
    zh: '封面使用了知名影片的剧照，请换成自己的素材。',
    en: 'The cover is a still from a well-known film. Please use material of your own.',
  },
]
