import { expect, it } from 'vitest'
import { diffTexts } from '../src/shared/text-diff.ts'

const written = (before: string, now: string) =>
  diffTexts(before, now)
    .map(({ kind, text }) => ({ same: text, gone: `[-${text}]`, new: `[+${text}]` })[kind])
    .join('')

it('words that changed are told apart from those that stayed', () => {
  expect(written('The music is borrowed.', 'The music is mine.')).toBe(
    'The music is [-borrowed][+mine].',
  )
  expect(written('a b c d', 'b c x d')).toBe('[-a ]b c[+ x] d')
  expect(written('same', 'same')).toBe('same')
  expect(written('', 'new')).toBe('[+new]')
  expect(written('gone', '')).toBe('[-gone]')
})

it('Chinese is compared character by character', () => {
  expect(written('夜市的声音', '夜市的灯光')).toBe('夜市的[-声音][+灯光]')
})

it('whatever the texts are, both can be read from the difference', () => {
  const letters = 'ab 夜。\n'
  let seed = 20_260_131
  const next = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % most
  }
  const text = () => Array.from({ length: next(30) }, () => letters[next(letters.length)]).join('')
  for (let n = 0; n < 300; n++) {
    const [before, now] = [text(), text()]
    const parts = diffTexts(before, now)
    const without = (kind: string) =>
      parts.flatMap((part) => (part.kind === kind ? [] : [part.text])).join('')
    expect([without('new'), without('gone')]).toEqual([before, now])
  }
})

it('long texts with nothing in common are shown as replaced, at once', () => {
  const long = (word: string) => Array.from({ length: 2500 }, (_, n) => `${word}${n}`).join(' ')
  expect(diffTexts(long('a'), long('b')).length).toBe(2)
})
