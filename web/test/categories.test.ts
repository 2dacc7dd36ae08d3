import { describe, expect, it } from 'vitest'
import { categoriesOf, matches, nameProblem } from '../src/screens/categories/categories.ts'

/* As they travel: JSON keeps a key called `__proto__`, an object literal would not. */
const maps = JSON.parse(`{
  "typeTags": { "1": { "7": "__proto__" }, "纪录片": { "5": "人物" }, "__proto__": { "9": "MV" } },
  "types": { "11": "纪录片", "12": "1", "13": "__proto__", "14": "constructor" },
  "order": [11, 12, 13, 14],
  "tagOrder": [7, 6, 5, 9],
  "english": { "types": { "11": "Documentary" }, "tags": { "5": "Portrait" } },
  "hidden": { "types": { "10": "旧" }, "typeTags": { "10": { "4": "老" }, "11": { "6": "社会" } }, "tags": [6] }
}`)
const shown = { hidden: false }

describe('the maps as a list', () => {
  it('keep the order and every name', () => {
    expect(categoriesOf(maps, false)).toEqual([
      {
        id: 11,
        name: '纪录片',
        english: 'Documentary',
        ...shown,
        tags: [{ id: 5, name: '人物', english: 'Portrait', ...shown }],
      },
      {
        id: 12,
        name: '1',
        english: '',
        ...shown,
        tags: [{ id: 7, name: '__proto__', english: '', ...shown }],
      },
      {
        id: 13,
        name: '__proto__',
        english: '',
        ...shown,
        tags: [{ id: 9, name: 'MV', english: '', ...shown }],
      },
      { id: 14, name: 'constructor', english: '', ...shown, tags: [] },
    ])
  })

  it('hold what is hidden for those who manage it, each in its place', () => {
    const all = categoriesOf({ ...maps, order: [10, ...maps.order] }, true)
    expect(all.map(({ name, hidden }) => [name, hidden]).slice(0, 2)).toEqual([
      ['旧', true],
      ['纪录片', false],
    ])
    expect(all[0]?.tags).toMatchObject([{ id: 4, name: '老', hidden: false }])
    expect(all[1]?.tags).toMatchObject([
      { id: 6, name: '社会', hidden: true },
      { id: 5, hidden: false },
    ])
  })

  it('need neither an order nor the English of another provider', () => {
    const plain = categoriesOf({ typeTags: {}, types: { 2: 'b', 1: 'a' } }, true)
    expect(plain.map(({ name }) => name)).toEqual(['a', 'b'])
  })
})

it('the same name is the same in any case, width and with invisible characters', () => {
  const all = categoriesOf(maps, true)
  const tags = all.flatMap((one) => one.tags)
  for (const name of ['MV', 'mv', ' ＭＶ ', 'M\u200bV'])
    expect(nameProblem('tag', tags, name)).toBe('tagExists')
  expect(nameProblem('tag', tags, 'M V')).toBeUndefined()
  expect(nameProblem('tag', tags, '社会')).toBe('tagHidden')
  expect(nameProblem('category', all, '旧 ')).toBe('categoryHidden')
})

it('a category is found by its own words and by those of its tags', () => {
  const found = (words: string) =>
    categoriesOf(maps, false)
      .filter((one) => matches(one, words))
      .map(({ id }) => id)
  expect(found('docu')).toEqual([11])
  expect(found('portrait')).toEqual([11])
  expect(found('proto')).toEqual([12, 13])
})
