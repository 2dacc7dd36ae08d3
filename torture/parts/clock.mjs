export const clock = [
  {
    id: 'K1',
    what: 'The clock jumps back and ahead, by seconds and by days, while people work: no wait outlasts its longest, nothing is stuck',
    of: 'jumps',
    full: 300,
    files: ['server/test/clock-jumps.test.ts'],
  },
]
