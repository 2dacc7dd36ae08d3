import { expect, test } from 'vitest'
import { keysFor, noRowKeys } from '../src/shared/row-keys.ts'

const first = keysFor(noRowKeys, [7, 8, 9], true)

test('an item keeps its element wherever it moves, and a new one gets an element of its own', () => {
  const moved = keysFor(first, [5, 9, 7], true)
  expect(moved.keys).toEqual([3, first.keys[2], first.keys[0]])
})

test('items that replace all others take over their elements, and more of them get new ones', () => {
  const next = keysFor(first, [1, 2, 3, 4], true)
  expect(next.keys).toEqual([...first.keys, 3])
  expect(keysFor(next, [6], true).keys).toEqual([first.keys[0]])
})

test('with the focus in a row no element is handed on', () => {
  const next = keysFor(first, [1, 2, 3], false)
  expect(next.keys.filter((key) => first.keys.includes(key))).toEqual([])
})

test('an element that was given up is not mistaken for that of another item later', () => {
  const fewer = keysFor(first, [8], true)
  const more = keysFor(fewer, [7, 8, 9], true)
  expect(new Set([...more.keys, first.keys[0], first.keys[2]]).size).toBe(5)
})
