/* Who tells the platform, and who may say that it was told. */

const store = 'server/src/store/outbox.ts'
const webhook = 'server/src/store/webhook.ts'
const senders = 'server/test/outbox-senders.test.ts'
const lateWord = 'only the other one’s word counts'
const oneEndpoint = 'only while there is no endpoint'

export const outbox = [
  {
    guard: 'a late sender’s word does not count once another one has the row',
    file: store,
    cut: ' and attempts = ${attempts}`',
    put: '`',
    test: senders,
    red: lateWord,
  },
  {
    guard: 'only of a row that is being sent somebody may say how it went',
    file: store,
    cut: "${eventId} and state = 'sending' and",
    put: '${eventId} and',
    test: senders,
    red: lateWord,
  },
  {
    guard: 'a row is settled unsent only while there is no endpoint',
    file: store,
    cut: 'due_at <= now() and ${noEndpoint}',
    put: 'due_at <= now()',
    test: senders,
    red: oneEndpoint,
  },
  {
    guard: 'a row is handed out to be sent only for the endpoint in use',
    file: store,
    cut: ' and ${isInUse(to)}',
    put: '',
    test: senders,
    red: oneEndpoint,
  },
  {
    guard: 'the same address with another secret is another endpoint',
    file: webhook,
    cut: ' and secret_fingerprint = ${secretFingerprint})`',
    put: ')`',
    test: senders,
    red: oneEndpoint,
  },
  {
    guard: 'an endpoint that was stopped is not in use',
    file: webhook,
    cut: 'const inUse = sql`select from webhook_endpoint where ended_at is null`',
    put: 'const inUse = sql`select from webhook_endpoint where true`',
    test: senders,
    red: oneEndpoint,
  },
  {
    guard: 'the previous release cannot call delivered what it did not send',
    file: 'server/src/db/migrations/0013_webhook.sql',
    cut: "when (old.state = 'waiting' and new.state = 'delivered')",
    put: 'when (false)',
    test: senders,
    red: 'a server of the previous release',
  },
  {
    guard: 'without an endpoint a row in its grace is not settled',
    file: store,
    cut: 'where ${open} and due_at <= now() and',
    put: 'where ${open} and',
    test: 'server/test/outbox.test.ts',
    red: 'what is in its grace waits',
  },
  {
    guard: 'an item’s next row waits for the one before',
    file: store,
    cut: 'and p.event_id < o.event_id and p.${open})',
    put: 'and p.event_id < o.event_id and p.${open} and false)',
    test: 'server/test/outbox-told.test.ts',
    red: 'comes in order',
  },
  {
    guard: 'a new category is told to the platform',
    file: 'server/src/domain/categories.ts',
    cut: 'details: category } as const\n  await appendSentEvent(tx, by, id, event)',
    put: 'details: category } as const\n  void event',
    test: 'server/test/outbox-told.test.ts',
    red: 'a new category and a new tag',
  },
]
