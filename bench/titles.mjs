import { createRandom } from '../server/dist/db/demo/random.js'

/* Titles as people give them: a few words in very many, most words in few, Chinese and English. */

const common =
  '北京上海早晨夜景旅行美食音乐城市故事生活朋友家乡春天夏天秋天冬天山水大海森林草原河流老街胡同茶馆电影记录舞蹈绘画书法陶艺木工手工厨房面条火锅烧烤咖啡花园动物小猫小狗飞鸟鱼塘星空日落日出云海雪山沙漠长城故宫西湖江南水乡古镇博物图书学校课堂实验科学机器编程设计建筑桥梁铁路高铁飞机航拍骑行跑步足球篮球乒乓游泳登山露营滑雪冲浪潜水钓鱼农村丰收麦田果园集市节日春节中秋灯会婚礼毕业重逢告别'
const heads = '天地山河风云雨雪花鸟鱼虫金木水火土石光影声色心意梦想青红白黑古今新旧东西南北中外'
const tails = '下上里外间边行走飞舞唱说看听读写画影声歌曲路桥门窗灯塔船车马人家国城村街巷园林场'
const pairs = (text) => text.match(/../gu)
const chinese = [
  ...new Set([...pairs(common), ...[...heads].flatMap((a) => [...tails].map((b) => a + b))]),
]
const english =
  'morning night city river light street music kitchen mountain ocean garden winter summer story journey market bridge school dance film village forest desert island harbour station window summit meadow festival wedding portrait documentary interview rehearsal workshop recipe noodle dumpling bakery orchard harvest ceramic timber violin guitar chorus rhythm sunrise twilight thunder lantern temple palace library museum gallery theatre stadium marathon bicycle railway airport compass lighthouse glacier canyon waterfall volcano orchid butterfly sparrow dolphin elephant panda leopard astronomy chemistry geometry grammar algorithm keyboard circuit engine turbine satellite telescope microscope hospital pharmacy bakery tailor barber carpenter fisherman shepherd postman teacher student neighbour grandmother childhood farewell reunion'.split(
    ' ',
  )

/** Cubed: the first words come up a hundred times as often as the last. */
const picker = (next) => (words) => words[Math.floor(words.length * next() ** 3)]

/** Seeded, so that two runs search for the same in the same. */
export function titleMaker(seed) {
  const { next } = createRandom(seed)
  const pick = picker(next)
  const inChinese = () =>
    `${pick(chinese)}${pick(chinese)}的${pick(chinese)}${next() < 0.3 ? ` 第${1 + Math.floor(next() * 200)}集` : ''}`
  const inEnglish = () => {
    const words = `${pick(english)} ${pick(english)} of the ${pick(english)} ${Math.floor(next() * 1000)}`
    return words[0].toUpperCase() + words.slice(1)
  }
  return () => (next() < 0.6 ? inChinese() : inEnglish())
}

/** Search terms, each as often as it occurs in titles. */
export function wordMaker(seed) {
  const { next } = createRandom(seed)
  const pick = picker(next)
  return { chinese: () => pick(chinese), english: () => pick(english), next }
}
