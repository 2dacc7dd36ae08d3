export const settings = [
  {
    id: 'M1',
    what: 'Two replicas without WEBHOOK_URL and one with it on one database: every decision is told',
    of: 'decisions',
    full: 600,
    files: ['server/test/webhook.test.ts'],
  },
]
