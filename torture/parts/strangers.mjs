const requests = 'server/test/floods.test.ts'

export const strangers = [
  {
    id: 'W1',
    what: 'bodies that never come, from one address and from 200: no reviewer is refused',
    of: 'requests',
    full: 19_000,
    files: [requests],
  },
  {
    id: 'W2',
    what: 'made-up cookies by the hundred, from one address and from 200: no reviewer is refused',
    of: 'requests',
    full: 10_000,
    files: [requests],
  },
  {
    id: 'W3',
    what: '2,100 idle connections at a time: new visitors get in, no open screen is closed',
    of: 'sockets',
    full: 25_000,
    files: ['server/test/floods-connections.test.ts'],
  },
  {
    id: 'W4',
    what: 'guesses without a pause: the owner signs in from a known device each time',
    of: 'guesses',
    full: 2400,
    files: [requests],
  },
]
