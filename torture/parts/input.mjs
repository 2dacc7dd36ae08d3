export const input = [
  {
    id: 'I1',
    what: 'the catalogue of bad input on every call it applies to: the exact code and text',
    of: 'cases',
    full: 1200,
    files: ['server/test/bad-input.test.ts'],
  },
  {
    id: 'I2',
    what: 'generated requests to every call: an envelope within a second, never a fault',
    of: 'requests',
    full: 64_000,
    files: ['server/test/bad-input-fuzz.test.ts'],
  },
  {
    id: 'I3',
    what: 'damaged bytes: the process lives, and no second request hides in a first',
    of: 'byte strings',
    full: 20_000,
    files: ['server/test/bad-bytes.test.ts'],
  },
  {
    id: 'I4',
    what: 'times in every zone round the changes of its clocks, as PostgreSQL reads them',
    of: 'instants',
    full: 8000,
    files: ['server/test/dates.test.ts'],
  },
  {
    id: 'I5',
    what: 'picture lists: nothing is loaded from a host that is not allowed',
    of: 'lists',
    full: 5000,
    files: ['web/test/pictures.test.ts', 'e2e/pictures.spec.ts'],
  },
  {
    id: 'I7',
    what: 'ranges and paths of files: the bytes they name, and nothing beside the folder',
    of: 'probes',
    full: 1200,
    files: ['server/test/media-files.test.ts'],
  },
]
