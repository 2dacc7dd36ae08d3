export const upgrade = [
  {
    id: 'V1',
    what: 'The previous release under load while the next one migrates: no request fails, nothing is lost',
    of: 'requests',
    full: 5000,
    files: ['server/test/upgrade.test.ts'],
  },
]
