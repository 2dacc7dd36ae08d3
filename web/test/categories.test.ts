import { describe, expect, it } from 'vitest'
import { categoriesOf, hasName, matches } from '../src/screens/categories/categories.ts'

/* As they travel: JSON keeps a key called `__proto__`, an object literal would not. */
const maps = JSON.parse(`{
  "typeTags": { "1": { "7": "__proto__" }, "纪录片": { "5": "人物" }, "__proto__": { "9": "MV" } },
  "types": { "11": "纪录片", "12": "1", "13": "__proto__", "14": "constructor" },
  "order": [11, 12, 13, 14],
  "english": { "types": { "11": "Documentary" }, "tags": { "5": "Portrait" } }
}`)

describe('the maps as a list', () => {
  it('keep the order and every name', () => {
    expect(categoriesOf(maps)).toEqual([
      {
        id: 11,
        name: '纪录片',
        english: 'Documentary',
        tags: [{ id: 5, name: '人物', english: 'Portrait' }],
      },
      { id: 12, name: '1', english: '', tags: [{ id: 7, name: '__proto__', english: '' }] },
      { id: 13, name: '__proto__', english: '', tags: [{ id: 9, name: 'MV', english: '' }] },
      { id: 14, name: 'constructor', english: '', tags: [] },
    ])
  })

  it('need neither an order nor the English of another provider', () => {
    const plain = categoriesOf({ typeTags: {}, types: { 2: 'b', 1: 'a' } })
    expect(plain.map(({ name }) => name)).toEqual(['a', 'b'])
  })
})

it('the same name is the same in any case, width and with invisible characters', () => {
  const all = categoriesOf(maps)[2]?.tags ?? []
  expect(['MV', 'mv', ' ＭＶ ', 'M\u200bV'].every((name) => hasName(all, name))).toBe(true)
  expect(hasName(all, 'M V')).toBe(false)
})

it('a category is found by its own words and by those of its tags', () => {
  const found = (words: string) =>
    categoriesOf(maps)
      .filter((one) => matches(one, words))
      .map(({ id }) => id)
  expect(found('docu')).toEqual([11])
  expect(found('portrait')).toEqual([11])
  expect(found('proto')).toEqual([12, 13])
})
