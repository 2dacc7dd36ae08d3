import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sabotages } from '../../torture/sabotage/list.mjs'

// Running the list takes long, so it is not part of `npm test`. That it still fits the code is.
test('every guard of the sabotage list is in its file exactly once, beside a test that exists', () => {
  const stale = sabotages
    .filter(({ file, cut, test }) => {
      const found = readFileSync(file, 'utf8').split(cut).length - 1
      return found !== 1 || !existsSync(test)
    })
    .map(({ guard, file }) => `${file}: ${guard}`)
  expect(stale).toEqual([])
  expect(new Set(sabotages.map(({ guard }) => guard)).size).toBe(sabotages.length)
})
