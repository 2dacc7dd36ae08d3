// Categories and their tags. Ids below 11 are kept free: on the wire, type 1 means "featured".
interface Tag {
  readonly id: number
  readonly name: string
  readonly nameEn: string
}

export interface Category {
  readonly id: number
  readonly name: string
  readonly nameEn: string
  readonly tags: readonly Tag[]
}

function category(
  id: number,
  name: string,
  nameEn: string,
  tags: readonly (readonly [name: string, nameEn: string])[],
): Category {
  return {
    id,
    name,
    nameEn,
    tags: tags.map(([tagName, tagNameEn], place) => ({
      id: id * 100 + place + 1,
      name: tagName,
      nameEn: tagNameEn,
    })),
  }
}

export const categories: readonly Category[] = [
  category(11, '纪录片', 'Documentary', [
    ['人物', 'Portrait'],
    ['社会', 'Society'],
    ['历史', 'History'],
    ['非遗', 'Living heritage'],
    ['田野调查', 'Fieldwork'],
    ['口述史', 'Oral history'],
    ['城市', 'City life'],
  ]),
  category(12, '剧情短片', 'Short fiction', [
    ['家庭', 'Family'],
    ['青春', 'Coming of age'],
    ['悬疑', 'Mystery'],
    ['喜剧', 'Comedy'],
    ['科幻', 'Science fiction'],
    ['古装', 'Period drama'],
    ['一镜到底', 'One take'],
    ['毕业作品', 'Graduation film'],
  ]),
  category(13, '动画', 'Animation', [
    ['定格', 'Stop motion'],
    ['手绘', 'Hand-drawn'],
    ['水墨', 'Ink wash'],
    ['三维', '3D'],
    ['剪纸', 'Paper-cut'],
    ['像素', 'Pixel art'],
  ]),
  category(14, '音乐', 'Music', [
    ['现场', 'Live session'],
    ['MV', 'Music video'],
    ['民乐', 'Folk instruments'],
    ['电子', 'Electronic'],
    ['配乐', 'Film score'],
    ['翻唱', 'Cover'],
    ['声音采样', 'Field recording'],
  ]),
  category(15, '旅行', 'Travel', [
    ['公路', 'Road trip'],
    ['徒步', 'Hiking'],
    ['海岛', 'Islands'],
    ['铁路', 'By rail'],
    ['古镇', 'Old towns'],
    ['航拍', 'Aerial'],
  ]),
  category(16, '美食', 'Food', [
    ['家常菜', 'Home cooking'],
    ['街头小吃', 'Street food'],
    ['烘焙', 'Baking'],
    ['茶与咖啡', 'Tea and coffee'],
    ['时令', 'In season'],
  ]),
  category(17, '知识', 'Knowledge', [
    ['科普', 'Science'],
    ['影视教程', 'Filmmaking how-to'],
    ['器材', 'Gear'],
    ['历史人文', 'Humanities'],
    ['建筑', 'Architecture'],
    ['编程', 'Programming'],
    ['自然观察', 'Nature notes'],
    ['手工', 'Craft'],
    ['讲座', 'Talks'],
  ]),
  category(18, '运动', 'Sport', [
    ['滑板', 'Skateboarding'],
    ['攀岩', 'Climbing'],
    ['骑行', 'Cycling'],
    ['武术', 'Martial arts'],
    ['跑步', 'Running'],
    ['冰雪', 'Snow and ice'],
  ]),
  category(19, '实验影像', 'Experimental', [
    ['生成艺术', 'Generative'],
    ['胶片', 'On film'],
    ['舞蹈影像', 'Dance film'],
    ['声画装置', 'Installation'],
    ['拼贴', 'Collage'],
  ]),
  // Names that only survive where a map is not a plain object: "1" would jump to the front,
  // "__proto__" would vanish.
  category(20, '1', '1', [
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
  ]),
]
