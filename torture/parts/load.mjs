const timed = 'torture/load/run.mjs'

export const load = [
  {
    id: 'L1',
    what: '100,000 videos, 50 reviewers without a pause, lists, details and decisions mixed',
    of: 'answers',
    full: 5000,
    files: [timed],
  },
  {
    id: 'L3',
    what: 'five times as many as there is room for: the rest is refused quickly and in form',
    of: 'answers',
    full: 10_000,
    files: [timed],
  },
  {
    id: 'L4',
    what: '200 reviewers at their own pace, each with an open screen that hears of every decision',
    of: 'answers',
    full: 2500,
    files: [timed],
  },
  {
    id: 'L5',
    what: 'any page and search of any list: what a plain query finds, by an index, and soon',
    of: 'questions',
    full: 3000,
    files: [
      timed,
      ...['paging', 'search', 'overview'].map((name) => `server/test/${name}.test.ts`),
    ],
  },
  {
    id: 'L6',
    what: '1,000 sockets half open and 500 guesses a second: reviewers hardly notice',
    of: 'sockets, guesses and answers',
    full: 6000,
    files: [timed],
  },
]
