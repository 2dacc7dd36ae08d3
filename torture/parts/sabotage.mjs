import { sabotages } from '../sabotage/list.mjs'

export const sabotage = [
  {
    id: 'X1',
    what: 'a guard taken away is noticed by the test that is named for it',
    of: 'guards',
    full: sabotages.length,
    files: ['torture/sabotage/run.mjs'],
  },
]
