export const settings = [
  {
    id: 'M1',
    what: 'Two replicas without WEBHOOK_URL and one with it on one database: every decision is told',
    of: 'decisions',
    full: 600,
    files: ['server/test/webhook.test.ts'],
  },
  {
    id: 'M2',
    what: 'Database settings: options in the address, roles, poolers, zones; times and limits are right',
    of: 'connections',
    full: 590,
    files: ['server/test/database-settings.test.ts'],
  },
]
