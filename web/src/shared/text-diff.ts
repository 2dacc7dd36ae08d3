/* What changed between two texts, word by word; Chinese by the character. */

export interface DiffPart {
  kind: 'same' | 'gone' | 'new'
  text: string
}

const tokens =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+|\s+|[\s\S]/gu

/** Beyond this many comparisons the middle is shown as replaced: nobody reads so fine a mixture. */
const maxComparisons = 2_000_000

export function diffTexts(before: string, now: string): DiffPart[] {
  const [old, fresh] = [before.match(tokens) ?? [], now.match(tokens) ?? []]
  let start = 0
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++
  let end = 0
  const shorter = Math.min(old.length, fresh.length) - start
  while (end < shorter && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end++
  const parts: DiffPart[] = []
  const add = (kind: DiffPart['kind'], text: string) => {
    const last = parts.at(-1)
    if (last?.kind === kind) last.text += text
    else if (text) parts.push({ kind, text })
  }
  add('same', old.slice(0, start).join(''))
  addMiddle(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end), add)
  add('same', old.slice(old.length - end).join(''))
  return parts
}

/** By the longest common subsequence. */
function addMiddle(
  old: readonly string[],
  fresh: readonly string[],
  add: (kind: DiffPart['kind'], text: string) => void,
) {
  if (old.length * fresh.length > maxComparisons) {
    add('gone', old.join(''))
    add('new', fresh.join(''))
    return
  }
  const width = fresh.length + 1
  const lengths = new Uint16Array((old.length + 1) * width)
  const at = (one: number, other: number) => lengths[one * width + other] ?? 0
  for (let one = old.length - 1; one >= 0; one--)
    for (let other = fresh.length - 1; other >= 0; other--)
      lengths[one * width + other] =
        old[one] === fresh[other]
          ? at(one + 1, other + 1) + 1
          : Math.max(at(one + 1, other), at(one, other + 1))
  let [one, other] = [0, 0]
  while (one < old.length || other < fresh.length) {
    const [gone, added] = [old[one], fresh[other]]
    if (gone !== undefined && gone === added) {
      add('same', gone)
      one++
      other++
    } else if (
      gone !== undefined &&
      (added === undefined || at(one + 1, other) >= at(one, other + 1))
    ) {
      add('gone', gone)
      one++
    } else {
      add('new', added ?? '')
      other++
    }
  }
}
