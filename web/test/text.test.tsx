import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Text } from '../src/ui/Text.tsx'

describe('what was searched for', () => {
  const shown = (text: string, found: string) =>
    renderToStaticMarkup(<Text found={found}>{text}</Text>)

  it('is highlighted wherever it occurs, in upper or lower case', () => {
    expect(shown('Tea, tea and TEA', 'tea')).toBe(
      '<bdi><mark>Tea</mark>, <mark>tea</mark> and <mark>TEA</mark></bdi>',
    )
    expect(shown('海边的灯塔', '灯塔')).toBe('<bdi>海边的<mark>灯塔</mark></bdi>')
    expect(shown('海边', '灯塔')).toBe('<bdi>海边</bdi>')
  })

  it('is a text, not a pattern and not markup', () => {
    for (const sign of [
      '.',
      '*',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      '^',
      '$',
      '|',
      '+',
      '?',
      '\\',
      '-',
      '/',
    ])
      expect(shown(`a${sign}b`, sign)).toBe(`<bdi>a<mark>${sign}</mark>b</bdi>`)
    expect(shown('a<b>c', '<b>')).toBe('<bdi>a<mark>&lt;b&gt;</mark>c</bdi>')
  })

  it('hides nothing that the text would show', () => {
    expect(shown('a\u202eb', 'A\u202e')).toBe(
      '<bdi><mark>a<span class="sr-invisible">U+202E</span></mark>b</bdi>',
    )
    expect(shown('\u202ea\u202e', 'a')).toMatch(
      /^<bdi>(<span[^>]*>U\+202E<\/span>|<mark>a<\/mark>)+<\/bdi>$/,
    )
  })
})
