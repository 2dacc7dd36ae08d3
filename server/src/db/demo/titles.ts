// Titles and introductions of videos, written by hand and grouped by category id (see categories.ts).
export interface Work {
  readonly title: string
  readonly introduction: string
}

export interface FiledWork extends Work {
  readonly categoryId: number
}

type Introductions = Readonly<Record<string, string>>

export function file(byCategory: Readonly<Record<number, Introductions>>): FiledWork[] {
  return Object.entries(byCategory).flatMap(([categoryId, introductions]) =>
    Object.entries(introductions).map(([title, introduction]) => ({
      title,
      introduction,
      categoryId: Number(categoryId),
    })),
  )
}

const chineseSuffixes = [
  '（导演剪辑版）',
  ' · 幕后',
  ' · 第二集',
  ' · 番外',
  ' · 预告',
  ' · 修订版',
]
const englishSuffixes = [
  ' (long cut)',
  ', part two',
  ': outtakes',
  ' (subtitled)',
  ', again',
  ' (v2)',
]

/** The same work told again: round 0 is the title itself, each further round has its own ending. */
export function retitle(title: string, round: number): string {
  if (round === 0) return title
  const suffixes = /\p{Script=Han}/u.test(title) ? chineseSuffixes : englishSuffixes
  const lap = Math.floor((round - 1) / suffixes.length)
  return `${title}${suffixes[(round - 1) % suffixes.length]}${lap > 0 ? ` ${lap + 1}` : ''}`
}

export const projectVideos: readonly FiledWork[] = file({
  11: {
    '敦煌壁画修复纪录片 | Dunhuang Restoration':
      '修复师用一年时间，把一平方米的颜料一点点贴回墙上。',
    最后一班渡船: '大桥通车前的一个月，跟拍江上最后一位摆渡人。',
    '窑火不灭：景德镇的夜班': '柴窑连烧三天三夜，镜头守在窑口，等开窑的那一刻。',
    'The Bell Founders': 'A family foundry casts its last bronze bell by hand.',
    '外婆的裁缝铺 样片': '一台缝纫机，六十年，半条街的校服。',
    'Night Market Economics':
      'Follow one stall from the wholesale market at 3 a.m. to the last bowl.',
    '草原上的放映员 | The Travelling Projectionist': '他骑摩托带着放映机，一个冬天要去四十个牧点。',
    '口述：三线厂的孩子们': '七位受访者，一座山沟里的工厂，和它的子弟学校。',
    'Salt Road, Episode 1: The Wells': 'Where the salt comes from, and who still carries it.',
  },
  12: {
    第十三个月: '母亲坚持说今年还有一个月没有过完。',
    'The Understudy': 'Opening night, and nobody can find the lead.',
    雨伞租借处: '地铁口的租伞老人，认得每一个没有还伞的人。',
    'Left at the Lighthouse': 'Two brothers, one inheritance, no road in winter.',
    '半糖 | Half Sugar': '奶茶店的夜班，一张写错名字的小票。',
    '空椅子（毕业联合作业）': '一张椅子在四个家庭之间流转。',
    末班车之后: '十一点四十分之后，车站只属于清洁工和迟到的人。',
    'A Field Guide to Apologies': 'A biologist tries to say sorry, methodically.',
  },
  13: {
    '墨鱼与月亮 | The Squid and the Moon': '水墨动画，一只墨鱼想把月亮染黑。',
    纸上长城: '八百张剪纸，逐格拍摄，砖是一块一块长出来的。',
    'Mr. Kettle Learns to Whistle': 'Stop motion, one kitchen, eleven weeks.',
    像素小镇的一天: '16×16 的居民，24 小时的生活。',
    '羊毛毡森林 · 分镜动态预演': '动态分镜，配乐为临时音轨。',
    'Inkblot Opera: Animatic': 'Storyboards cut to a scratch recording of the score.',
    外太空邮局: '一封寄往冥王星的平信，需要三代邮递员。',
  },
  14: {
    '古琴与合成器 现场录音': '一床老琴，一台模块合成器，不彩排。',
    'Brass at the Quarry': 'A village band plays into a quarry and waits for the echo.',
    '侗族大歌采风 | Songs of the Dong': '在鼓楼里录音，没有指挥，也没有乐谱。',
    '《山海》配乐录制花絮': '弦乐组录到凌晨两点，最后一遍才对。',
    'Score Session: Strings, Take 14': 'Take fourteen is the one in the film.',
    地铁站里的手风琴: '为短片《换乘》录制的环境与演奏。',
  },
  15: {
    青藏线上的七天: '沿铁路线拍摄，从西宁到拉萨，一天一集。',
    'Islands Without Ferries': 'Reaching four islands the timetable forgot.',
    川西环线航拍素材精选: '十月的雪山和红石滩，全部合规报备拍摄。',
    古镇打烊以后: '游客散去，石板路上只剩下猫和卖米酒的人。',
    'Sleeper Train North': 'Thirty-one hours, one window.',
    徒步徽杭古道: '两天一夜，二十公里，一场雾。',
  },
  16: {
    一碗面的二十四小时: '从和面到打烊，兰州街头的一家小店。',
    'Bread for the Whole Street': 'One communal oven, forty families, one rota.',
    '茶山四月 | April on the Tea Mountain': '清明前的十天，跟着采茶人上山。',
    灶台边的父亲: '退休厨师重新学习做两个人的饭。',
    'Fermentation Diaries: Soy': 'A jar, a year, and one patient camera.',
    '寻味潮汕 · 牛肉篇': '凌晨四点的屠宰场到清晨七点的汤锅。',
  },
  17: {
    斗拱是怎样撑起屋顶的: '用木模型一层一层拆给你看。',
    'How a Lens Bends Light': 'Ray diagrams, a laser pointer and a fish tank.',
    长城砖的一生: '从黄土到城墙，考古所现场讲解。',
    'Maps That Lied': 'Five famous mistakes and why people believed them.',
    '给孩子的天文课：月相': '一个橙子、一盏台灯、一间黑屋子。',
    '分镜入门：从剧本到第一张草图': '系列课第一讲，附练习。',
    'Sound for Picture, Lesson 3': 'Room tone, and why you should always record it.',
  },
  18: {
    碗池少年: '城市里最后一个露天碗池，和常驻在那里的六个孩子。',
    'First Ascent, Second Thoughts': 'Two climbers turn back, and talk about why.',
    骑向黑龙江源: '十四天，一千二百公里，两辆旧车。',
    村里的龙舟队: '端午前一个月，出海打工的人都回来了。',
    'The Ice Makers': 'The night crew who prepare the rink before the skaters wake.',
    咏春在布鲁克林: '一间地下室武馆，二十年没有换过地毯。',
  },
  19: {
    '光的计算练习 | Exercises in Computed Light': '每一帧都由同一个方程算出。',
    '胶片腐蚀实验 第七号': '把过期胶片埋进土里三十天。',
    'Body / Corridor / Echo': 'A dance film for one performer and a long hallway.',
    城市噪点: '用监控噪点重绘的夜景，已取得素材授权。',
    'Collage for Four Windows': 'Four windows, four seasons, cut into one hour of daylight.',
    慢速快门下的人群: '天桥上的二十分钟，压缩为一分半。',
  },
})

export const personalVideos: readonly FiledWork[] = file({
  11: {
    我爸开了三十年货车: '跟车三天，第一次听他讲这么多话。',
    巷口修表的师傅: '他说，走得慢一点也没关系。',
    'My neighbour keeps 40 pigeons': 'He knows all of them by name.',
    老厂区拆除前的最后一天: '拍了一整天，风很大。',
    'A day with the night nurse': 'Filmed with permission, faces blurred where asked.',
    爷爷的无线电: '阁楼里翻出来的，居然还能响。',
    'The last typewriter repairman in town': 'Short portrait, shot in one afternoon.',
    '赶集 | Market Day': '农历逢五，镇上最热闹的一天。',
    外卖骑手的雨天: '自己就是骑手，头盔上装了相机。',
  },
  12: {
    '三分钟短片《忘带钥匙》': '周末和室友拍的，一个房间，两个人。',
    'The Lift (one take)': 'Nine floors, one argument.',
    如果猫会接电话: '主演：我家的猫。编剧：也是它。',
    高考后的那个下午: '献给一起逃过课的人。',
    'Missed Call': 'Our 48-hour film challenge entry.',
    '《便利店》毕业短片 完整版': '感谢全组同学和便利店老板。',
    镜子里的迟到者: '悬疑小练习，结尾有反转。',
    'Dad tries acting': 'He asked for a part. He got all of them.',
    时间胶囊: '十年前埋下的盒子，今天挖出来了。',
  },
  13: {
    用便利贴做的定格动画: '一共 1,246 张，贴完手都是黏的。',
    'My first walk cycle': 'Day 30 of learning animation.',
    黏土小人煮火锅: '辣椒是红色回形针做的。',
    '手绘：下雪的车站': '平板上画了两个月，求轻喷。',
    'Paper boat, 12 fps': 'Cut paper on a light box.',
    '沙画《二十四节气·谷雨》': '一气呵成，失误了七次才拍成。',
    'Pixel campfire loop': 'A cosy loop for your second screen.',
    把女儿的涂鸦做成动画: '她画，我动。故事也是她编的。',
    '三维练习：会呼吸的茶壶': '渲染了一整晚，电费见涨。',
  },
  14: {
    在楼梯间弹了一首歌: '楼梯间的混响真的很好听。',
    'Guzheng meets drum machine': 'One rehearsal, one take, sorry about the dog.',
    '口琴 |《送别》': '学口琴第一百天，给自己的小结。',
    'Bedroom session #4': 'New song, still without a chorus.',
    雨声采样做成的节拍: '素材全部来自我家阳台。',
    'Learning the erhu at 52': 'Week twelve. The neighbours are kind.',
    地铁换乘时听到的四重奏: '征得演奏者同意后拍摄。',
    '翻唱练习：一个人的和声': '叠了十六轨，请戴耳机。',
    乐队解散前的最后一次排练: '没有人提散伙，只是多练了一遍。',
  },
  15: {
    '婺源的早晨 4K': '油菜花还没全开，但雾很好。',
    一个人骑车环青海湖: '四天三夜，逆风两天半。',
    'Slow train to Kunming': 'Window seat, no narration, just the view.',
    带爸妈第一次看海: '妈妈捡了半袋贝壳。',
    '泉州｜在古城里迷路': '跟着导航走丢，却找到一家好吃的面线糊。',
    'Three days in the Faroe wind': 'The tent survived. Mostly.',
    夜爬华山全记录: '凌晨出发，日出时手机没电了。',
    'Lisbon by tram 28': 'Filmed on a rainy Tuesday.',
    阿勒泰的第一场雪: '牧民转场，路上遇到三百只羊。',
  },
  16: {
    '妈妈的红烧肉（终于录下来了）': '她说“少许”，我拿秤称了。',
    'Scallion pancakes for one': 'Small pan, small kitchen, big appetite.',
    早市上的豆腐脑: '咸的，不接受反驳。',
    '宿舍小电锅的一百种用法 · 01': '今天做番茄牛腩，请勿在禁用电器的宿舍模仿。',
    'Sourdough, day 1 to day 9': 'A time-lapse of patience.',
    '端午包粽子，三代同堂': '外婆包一个，我拆一个。',
    'How my uncle pulls noodles': 'Slow motion from 1:10.',
    '手冲咖啡入门，别太紧张': '水温、研磨、心情，三样都重要。',
    桂花糖藕: '秋天的味道，做法在简介后半段：洗、填、煮、切、淋。',
  },
  17: {
    五分钟看懂光圈: '用窗帘给你讲明白。',
    'Why is the sky dark at night?': 'A short answer to a very old question.',
    在阳台观察一窝珠颈斑鸠: '从筑巢到离巢，共二十三天。',
    'Sharpening a chisel by hand': 'No jigs, no hurry.',
    榫卯小板凳制作全过程: '没用一颗钉子，坐上去不响。',
    'I wrote a tiny compiler': 'It compiles exactly one program.',
    老建筑的门窗为什么这样开: '走访了三条里弄。',
    二手胶片相机避坑指南: '不推荐具体型号，只讲怎么检查。',
    'Identify birds by their shadows': 'Field notes from a very sunny May.',
    给奶奶讲什么是云存储: '她总结：就是别人家的柜子。',
  },
  18: {
    第一次尝试豚跳成功: '练了四十天，膝盖贴了二十片创可贴。',
    'Bouldering after work': 'V3 finally goes.',
    和爷爷一起打太极: '公园清晨六点，他是教练。',
    半程马拉松第一视角: '最后三公里全靠路边阿姨加油。',
    'Learning to skate at 40': 'Falling is also a trick.',
    雪板换刃练习记录: '崇礼，零下十八度。',
    校队夺冠的最后一攻: '看台视角，声音有点抖，因为我也在喊。',
    'Cold water, warm hat': 'A winter swimming diary.',
    '公路车爬坡：莫干山': '三次停车，理由都是“看风景”。',
  },
  19: {
    元胞自动机织布: '把规则 110 当作织机图样。',
    'Feedback loop with an old television': 'Camera looks at screen looks at camera.',
    用代码画一场雨: '两百行代码，一场不会停的雨。',
    红色练习: '只剪红色，整整一年。',
    'Mandelbrot lullaby': 'Zooming in until bedtime.',
    '窗帘、风、下午三点': '没有剧情。',
    'Super 8, expired 1989': 'The colours are the story.',
    一百个陌生人的手: '征集作品，感谢每一双手。',
    圆的十二种走法: '每三秒换一种走法。',
  },
})
