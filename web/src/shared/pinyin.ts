/*
 * The pinyin initials of a Chinese text, without a dictionary: the browser sorts Chinese by pinyin, so a
 * character lies between the first ones of two letters.
 */

const letters = 'abcdefghjklmnopqrstwxyz'
const firsts = [...'阿八嚓哒妸发旮哈讥咔垃痳拏噢妑七呥扨它穵夕丫帀']
const { compare } = new Intl.Collator('zh-Hans-CN-u-co-pinyin')

function initialOf(character: string): string {
  if (!/\p{Script=Han}/u.test(character)) return character.toLowerCase()
  const at = firsts.findLastIndex((first) => compare(first, character) <= 0)
  return letters[at] ?? character
}

/** 搞笑视频 → gxsp. Other characters stay. */
export const pinyinInitials = (text: string): string => [...text].map(initialOf).join('')
