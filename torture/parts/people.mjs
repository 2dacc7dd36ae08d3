/* Accounts, roles, factors and links: what nobody gets by trying often. */

export const people = [
  {
    id: 'A1',
    what: 'every permission alone on every route: in where the route asks for it, and nowhere else',
    of: 'permissions on routes',
    full: 2000,
    files: ['server/test/matrix.test.ts'],
  },
  {
    id: 'A2',
    what: 'an answer of a passkey, a link of an invitation or a way back from the provider, used again, opens nothing',
    of: 'replays',
    full: 500,
    files: [
      'server/test/factors-passkeys.test.ts',
      'server/test/team.test.ts',
      'server/test/sso-logout.test.ts',
    ],
  },
  {
    id: 'A3',
    what: 'secrets of apps, recovery codes, links, tickets and sessions are in no table, event, answer or log line',
    of: 'places searched',
    full: 60,
    files: ['server/test/account.test.ts'],
  },
  {
    id: 'S12',
    what: 'guesses at six digits: two dozen at most are checked, and the owner gets in',
    of: 'guesses',
    full: 5000,
    files: ['server/test/factors.test.ts'],
  },
  {
    id: 'S13',
    what: 'a code that was taken, by an app or for recovery, opens no second session',
    of: 'replays',
    full: 600,
    files: ['server/test/factors.test.ts'],
  },
]
