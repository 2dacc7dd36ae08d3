// Titles and introductions that strain a layout, an escape or an encoding. Seeded on purpose.
import type { Work } from './titles.ts'

export interface EdgeWork extends Work {
  /** What the case is about, for tests that look for it. */
  readonly edge: string
}

const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}'

export const edges: readonly EdgeWork[] = [
  {
    edge: 'long title',
    title:
      'What my grandmother told me about the winter of the great snow, as remembered by her three sisters and one very old radio',
    introduction: 'Four voices, four versions, one winter.',
  },
  {
    edge: 'long Chinese title',
    title: `关于那一年夏天我们在河边等一辆始终没有来的公共汽车并且因此错过了毕业典礼却意外认识了后来一起拍电影的所有人${'的故事'.repeat(12)}`,
    introduction: '片名就是简介。',
  },
  {
    edge: '300 characters without a space',
    title: 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(8).slice(0, 300),
    introduction: 'A word that never ends.',
  },
  {
    edge: 'emoji',
    title: `${family} 一家四口的周末 🏕️🔥 第 1️⃣ 集 🇨🇳`,
    introduction: `帐篷、烤玉米和一场突如其来的雨 🌧️ ${family}`,
  },
  {
    edge: 'Arabic',
    title: 'رسائل من البحر: يوم مع صيادي صور',
    introduction: 'فيلم وثائقي قصير عن ثلاثة إخوة يخرجون إلى البحر قبل الفجر.',
  },
  {
    edge: 'Hebrew and Latin mixed',
    title: 'הדרך הביתה | The Way Home (2024)',
    introduction: 'סרט קצר על נסיעה אחת באוטובוס, 40 דקות, בלי מילים.',
  },
  {
    edge: 'right-to-left override',
    title: 'Holiday \u202Egpj.exe\u202C final cut',
    introduction: 'The title carries U+202E. It must not turn the rest of the row around.',
  },
  {
    edge: 'HTML',
    title: '<script>alert(1)</script>',
    introduction: '<img src=x onerror=alert(2)> &amp; <b>not bold</b>',
  },
  {
    edge: 'template and path',
    title: '{{7*7}} $\u007Btitle} ../../etc/passwd %00 %s',
    introduction: "'; DROP TABLE videos; --",
  },
  {
    edge: 'combining marks',
    title: 'Z̸a̷l̶g̵ó̴ ṕ́́́́́́́́́́́́áinting: a glitch e\u0301tude',
    introduction: 'e\u0301 here is two code points; \u00e9 there is one.',
  },
  {
    edge: 'invisible characters',
    title: '零宽\u200B字符\u2060与\uFEFF不换行\u00A0空格',
    introduction: 'Looks ordinary, is not.',
  },
  {
    edge: 'rare characters',
    title: '𠮷野家的𡚸与𪚥：生僻字之旅',
    introduction: '四字节汉字，以及一个“龘”。',
  },
  {
    edge: 'only digits',
    title: '2046',
    introduction: '0',
  },
  {
    edge: 'looks like a number',
    title: '1e3',
    introduction: '-0',
  },
  {
    edge: 'looks like a formula',
    title: '=SUM(A1:A9)',
    introduction: '+86 is not a phone number here, and =1+1 is not a sum.',
  },
  {
    edge: 'property of every object',
    title: '__proto__',
    introduction: 'constructor',
  },
  {
    edge: 'word for nothing',
    title: 'null',
    introduction: 'undefined',
  },
  {
    edge: 'one character',
    title: '雪',
    introduction: '。',
  },
  {
    edge: 'empty introduction',
    title: '没有简介的片子',
    introduction: '',
  },
  {
    edge: 'blank introduction',
    title: 'A film that says nothing about itself',
    introduction: '  \n\t ',
  },
  {
    edge: 'lines in the introduction',
    title: '分集目录',
    introduction: '第一集 出发\n第二集 迷路\n第三集 找到水\n\n第四集 回家\r\n（完）',
  },
  {
    edge: 'very long introduction',
    title: '长江源头三十日 | Thirty Days at the Source',
    introduction: longIntroduction(4000),
  },
]

function longIntroduction(length: number): string {
  const sentences = [
    '队伍在清晨五点出发，帐篷上的霜还没有化。',
    '向导说，再往上走就只剩下风和牦牛。',
    'We counted the rivers until there were too many to count.',
    '第二台摄影机在海拔五千米停了机，我们用手机拍完了那一天。',
    'Nobody spoke at the lake; the recorder kept only wind.',
  ]
  const text = Array.from(
    { length: 200 },
    (_, day) => `第 ${day + 1} 天：${sentences[day % sentences.length]} `,
  ).join('')
  return text.slice(0, length)
}
