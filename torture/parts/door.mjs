/* The platform's door: what it sends is there once, and what was decided goes out as it was. */

const steps = 'server/test/platform-steps.test.ts'
const races = 'server/test/platform-races.test.ts'

export const door = [
  {
    id: 'D1',
    what: 'kill -9 at any moment of what the platform sends: no row, version or event lost or doubled',
    of: 'kills',
    full: 100,
    files: ['server/test/platform-kill.test.ts'],
  },
  {
    id: 'D2',
    what: 'kill -9 of the server at every message of a call: all of it or nothing, and once when it is sent again',
    of: 'kills',
    full: 60,
    files: [steps],
  },
  {
    id: 'D3',
    what: 'The connection cut at every message of what the platform sends, both ways: each call is done once',
    of: 'cuts',
    full: 150,
    files: [steps],
  },
  {
    id: 'D4',
    what: 'kill -9 of an import at random points: no row lost or doubled, counters right',
    of: 'kills',
    full: 20,
    files: ['server/test/import.test.ts'],
  },
  {
    id: 'D5',
    what: 'kill -9 of an import at every message of a chunk: no row lost or doubled',
    of: 'kills',
    full: 30,
    files: [steps],
  },
  {
    id: 'D6',
    what: 'Four writers of the platform on the same rows while reviewers decide: nothing is lost',
    of: 'rows',
    full: 10_000,
    files: [races],
  },
  {
    id: 'D7',
    what: 'The platform changes, resubmits and withdraws items that are being decided: events replay to the rows',
    of: 'rows',
    full: 5000,
    files: [races],
  },
  {
    id: 'D8',
    what: 'An import, four writers and reviewers on the same rows: no decision lost, events replay to the rows',
    of: 'lines',
    full: 5000,
    files: [races],
  },
  {
    id: 'D9',
    what: 'The same new rows in four calls at once, in both orders: each is created by one of them',
    of: 'rows',
    full: 4000,
    files: [races],
  },
  {
    id: 'D10',
    what: 'A video arrives while its reports come and are dismissed: counters and cases are right',
    of: 'videos',
    full: 1000,
    files: ['server/test/orphan-reports.test.ts'],
  },
  {
    id: 'D11',
    what: 'Everything that can happen to items: a consumer that reads the events from 0 has every status',
    of: 'events',
    full: 1000,
    files: ['server/test/platform-events.test.ts'],
  },
  {
    id: 'D12',
    what: 'An erasure killed before each of its steps: nothing is left, and the record verifies',
    of: 'kills',
    full: 20,
    files: ['server/test/erasure.test.ts'],
  },
  {
    id: 'D13',
    what: 'made-up keys by the hundred, and the platform’s own flood: no reviewer is refused',
    of: 'requests',
    full: 10_000,
    files: ['server/test/platform-floods.test.ts'],
  },
]
