// Projects waiting to be listed on the platform, and the promo videos that advertise them.
import { type FiledWork, file } from './titles.ts'

export const promoVideos: readonly FiledWork[] = file({
  11: {
    '《敦煌壁画修复》先导预告': '一平方米，一整年。项目招募摄影与录音。',
    'The Bell Founders: Teaser': 'Sixty seconds inside the foundry.',
    '《渡》概念片': '江水、雾和最后一班船。',
    '《放映员》三十秒': '草原上亮起一块银幕。',
  },
  12: {
    '《第十三个月》定档预告': '今年多出来的那一个月，你想怎么过？',
    'The Understudy, Official Trailer': 'She knows every line but her own.',
    '《半糖》角色预告': '夜班店员与她的十二位客人。',
  },
  13: {
    '《墨鱼与月亮》先导片': '一滴墨，落在水里。',
    'Mr. Kettle: Character Reveal': 'He is small, steel and slightly nervous.',
    '《外太空邮局》概念预告': '下一站：冥王星。',
  },
  14: {
    '《古琴与合成器》巡演宣传片': '五座城市，五个没有舞台的地方。',
    'Brass at the Quarry: Invitation': 'Bring a chair and a coat.',
  },
  15: {
    '《青藏线上的七天》预告': '列车驶过三江源。',
    'Islands Without Ferries: Trailer': 'Four islands, no timetable.',
  },
  16: {
    '《茶山四月》三十秒版': '春天只有十天。',
    'Bread for the Whole Street: Promo': 'Everybody has a key to the oven.',
    '《一碗面》竖屏预告': '早上六点，第一锅汤。',
  },
  17: {
    '《木构十讲》招生短片': '把一座大殿拆开给你看。',
    'Maps That Lied: Series Promo': 'Some of these islands never existed.',
  },
  18: {
    '《碗池少年》先导预告': '他们只有这一个夏天。',
    '《龙舟》端午特辑预告': '鼓响的时候，全村都在岸上。',
  },
  19: {
    '《光的计算练习》展览预告': '一个方程，九块屏幕。',
    'Body / Corridor / Echo: Excerpt': 'Forty metres, one breath.',
  },
})

export const projects: readonly FiledWork[] = file({
  11: {
    '敦煌壁画修复纪录片 | Dunhuang Restoration':
      '我们获准在洞窟外搭建工作站，跟拍一支修复小组整整一年。现招募一位熟悉微距摄影的摄影师和一位能适应高原干燥环境的录音师，拍摄周期四月至十月，提供食宿与保险。',
    '渡 | The Last Ferry':
      '大桥通车之后，摆渡人将何去何从？影片以一条船为线索，记录一个江边小镇的最后一个渡口。已完成三分之一拍摄，需要剪辑师提前介入整理素材。',
    'The Bell Founders':
      'Four generations have cast bells in the same yard. The youngest wants to make bicycles. We have filmed since spring and now need an editor and a composer who is not afraid of one very low note.',
    草原放映员:
      '一台老放映机、一辆摩托车、四十个冬牧点。项目已获得当地文化部门支持，希望找到会说蒙古语的联合导演，一起完成最冷的三个月。',
    'Night Market Economics':
      'A six-part series that follows a single bowl of noodles backwards, from the customer to the field. Looking for a producer with experience in series delivery.',
    三线厂的孩子们:
      '口述历史项目，计划采访五十位三线建设者的后代。所有受访者均签署知情同意书，素材完成后将捐赠给地方档案馆。招募采访助理与剪辑师。',
    'Salt Road':
      'Walking the old salt road with a mule, a sound recorder and two cameras. Three episodes, thirty days each. We are looking for a recordist with strong knees.',
    外婆的裁缝铺:
      '导演以外孙女的身份拍摄一间开了六十年的裁缝铺。影片关于手艺，也关于告别。目前粗剪七十分钟，寻求调色与声音设计合作。',
    凌晨四点的城市:
      '环卫工、面点师、护士、卡车司机，凌晨四点同一时刻的四条街。四组摄影同步拍摄一夜，招募摄影师四名，需自备机器。',
    'Repair Café':
      'People bring broken things, strangers mend them. A gentle observational documentary shot on Saturdays only. We need a second camera and plenty of biscuits.',
  },
  12: {
    第十三个月:
      '母亲患病之后，家里的日历多出了一个月。剧情短片，二十五分钟，预算已到位。招募饰演母亲的演员（五十至六十岁，会说南方方言优先）。',
    'The Understudy':
      'A chamber comedy set in the forty minutes before curtain-up. One location, seven actors, no music until the end. Casting now; rehearsals in May.',
    '半糖 | Half Sugar':
      '一家奶茶店的十二个夜晚，每晚一位客人、一杯饮料、一个没有说完的故事。竖屏短剧，共十二集，每集三分钟，招募编剧与演员。',
    雨伞租借处:
      '改编自导演本人发表的短篇小说。老人、雨伞与遗忘。已通过青年短片扶持计划初选，寻找摄影指导与美术。',
    'Left at the Lighthouse':
      'Two brothers inherit a lighthouse and one of them wants to sell. Shooting in November on purpose. We need a cinematographer who likes weather.',
    末班车之后:
      '地铁停运后的四个小时，一位清洁工与一位错过末班车的女孩。全部夜景，已联系好拍摄场地。招募录音师一名、灯光助理两名。',
    空椅子:
      '四所院校联合毕业作业，四位导演各拍十分钟，由同一张椅子串起。目前第三段仍缺一位剪辑师。无酬劳，包餐和交通。',
    'A Field Guide to Apologies':
      'A biologist catalogues every apology she owes. Dry comedy, eighteen minutes, with hand-drawn inserts. Seeking an animator for roughly forty seconds of drawings.',
  },
  13: {
    墨鱼与月亮:
      '水墨动画短片，八分钟。一只墨鱼想把月亮染黑，好让大海安静一点。已完成分镜和两分钟样片，招募动画师三名，可远程。',
    纸上长城:
      '用八百张剪纸逐格拍摄一段会呼吸的长城。团队来自陕西与甘肃，剪纸由三位非遗传承人完成，现寻找作曲和定格摄影助理。',
    'Mr. Kettle Learns to Whistle':
      'A stop-motion film for children about stage fright, starring kitchenware. Sets are built. We need an animator for eleven weeks and a whistler for one afternoon.',
    外太空邮局:
      '三代邮递员接力把一封平信送到冥王星。二维动画剧集，第一季六集，剧本完成，招募编剧助理与配音演员。',
    '像素小镇 | Pixel Town':
      '16×16 的居民，24 小时的生活。每位居民都由一位网友设计，目前已收到三百份投稿，欢迎更多人住进来。',
    'Inkblot Opera':
      'An animated opera in which every character begins as an inkblot. Four singers recorded, animatic locked, looking for two hand-drawn animators.',
    羊毛毡森林: '羊毛毡定格动画，讲一只不会冬眠的熊。材料温暖，进度缓慢，招募有耐心的人。',
  },
  14: {
    古琴与合成器:
      '一场不设舞台的巡演，以及关于它的音乐影片。五座城市，每座城市只演一次，现场录音，不做后期修音。招募录音师与剪辑师。',
    'Brass at the Quarry':
      'Forty players, one quarry, an echo of four seconds. A concert film in a single evening; we need six camera operators and a good forecast.',
    '侗族大歌 | Songs of the Dong':
      '在三个寨子里采录无伴奏合唱，建立一份可供当地学校使用的声音档案。影片为副产品，录音为主，招募录音师两名。',
    '山海 · 原创配乐计划':
      '为一部尚未拍摄的电影先写音乐，再邀请导演根据音乐写故事。招募作曲两名、编剧一名。',
    'Songs for Empty Swimming Pools':
      'Site-specific recordings in five drained pools. The reverb is free. Looking for a composer who writes for voices.',
    村小合唱团:
      '跟拍一所只有二十三名学生的乡村小学，从零开始组建合唱团的一个学期。项目收入将全部用于购买乐器。',
  },
  15: {
    青藏线上的七天:
      '七天七集，从西宁到拉萨，每天只采访一位乘客。摄制组三人，尚缺一位能扛机器也能聊天的摄影师。',
    'Islands Without Ferries':
      'Four inhabited islands that no ferry serves, and the people who get there anyway. We travel by post boat, kayak and favour.',
    古镇打烊以后:
      '白天人山人海的古镇，晚上九点之后是什么样子？系列短片，每集一座古镇，招募当地向导与剪辑师。',
    'Sleeper Train North':
      'A slow film about one carriage over thirty-one hours. No interviews, no narration. Looking for a sound designer who loves rails.',
    边境线上的小卖部:
      '沿边境公路走访十二间小卖部，记录货架上的世界。预计四十五天，车辆已落实，招募制片与摄影。',
    一条河的两岸: '同一条河，南岸说一种话，北岸说另一种。双导演项目，各拍一岸，最后剪在一起。',
  },
  16: {
    一碗面的二十四小时:
      '六座城市，六碗面，六个二十四小时。不评分、不探店，只看一家小店怎样过完一天。招募分集导演。',
    'Bread for the Whole Street':
      'One communal oven, forty families, a rota that nobody dares to change. Half shot; we need a colourist for a lot of beige.',
    '茶山四月 | April on the Tea Mountain':
      '清明前的十天决定一年的收成。摄制组将与采茶人同吃同住，招募女性摄影师一名，需适应早起与山路。',
    灶台边的父亲:
      '退休厨师重新学习做两个人的饭。剧情与纪录之间的短片，演员即本人，寻找有耐心的联合编剧。',
    'Fermentation Diaries':
      'A year-long time-lapse about soy, cabbage, milk and patience. Looking for a composer whose music can go sour.',
    节气厨房:
      '二十四个节气，二十四道家常菜，由二十四位普通人下厨。已完成立春到芒种，继续征集家庭报名。',
  },
  17: {
    木构十讲:
      '用可拆卸的木模型讲解十座古建筑。主讲人为古建修缮工程师，课程免费公开，招募动画师绘制剖面图。',
    'Maps That Lied':
      'Five short essays on famous cartographic mistakes. Script and voice-over are finished; we need an animator who likes coastlines.',
    给孩子的天文课:
      '面向乡村小学的十二节天文短课，道具都能在厨房里找到。已在三所学校试讲，现招募剪辑师和字幕志愿者。',
    'Sound for Picture':
      'A free course on recording sound for small films, in ten lessons with exercises. Looking for somebody to translate it into Mandarin.',
    长城砖的一生: '与考古工作者合作的科普短片，从取土、制坯、烧窑到砌墙，全程实验复原。',
    听障人士电影课:
      '一门以手语授课的电影制作课程，字幕与手语并行。招募手语翻译两名、剪辑师一名，提供酬劳。',
  },
  18: {
    碗池少年:
      '城市里最后一个露天碗池将在秋天拆除，六个孩子决定把每一个动作都留下来。招募会滑板的摄影师，护具自备。',
    'First Ascent, Second Thoughts':
      'A film about turning back. Two climbers, one unclimbed ridge, and the conversation afterwards. Needs an editor who is fond of silence.',
    村里的龙舟队:
      '端午前一个月，在外打工的人陆续回村，龙舟从泥里挖出来。项目已拍摄两年，寻找出品方。',
    'The Ice Makers':
      'Before the skaters come the people who make the ice. Night shoots through January; warm boots provided.',
    '咏春在布鲁克林 | Wing Chun in Brooklyn':
      '一间地下室武馆，三位师傅，二十年没有换过的地毯。中英双语，招募纽约本地摄影与字幕翻译。',
    女足训练营: '一所县城中学的女子足球队，从操场到省赛的一年。所有未成年队员均有监护人授权。',
  },
  19: {
    '光的计算练习 | Exercises in Computed Light':
      '每一帧都由同一个方程算出，九块屏幕同步展出。招募熟悉多屏同步的技术伙伴，以及愿意即兴的作曲。',
    胶片腐蚀实验:
      '把过期胶片埋进不同省份的土壤，三十天后取出放映。征集愿意提供一小块土地的合作者。',
    'Body / Corridor / Echo':
      'A dance film for one performer and a forty-metre corridor. We have the corridor. Looking for the performer and a steadicam operator.',
    城市噪点: '以经授权的公共影像噪点重绘夜景，最终呈现为二十分钟的声画装置。寻找声音艺术家。',
    'Collage for Four Windows':
      'Four windows filmed for a year, cut into a single hour of daylight. The edit is a puzzle; bring a friend.',
    慢速快门: '在天桥、车站、广场拍摄人群的慢门影像，讨论公共空间里的匿名。招募调色师一名。',
    盲听电影: '没有画面的电影：九十分钟黑屏，只有声音。与视障观众共同创作，招募录音师与拟音师。',
  },
})
