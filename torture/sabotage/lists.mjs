/* The guards of what lists show: their order, one person's items, and phones. */

const orders = 'server/src/db/migrations/0021_orders.sql'
const ordersTest = 'server/test/orders.test.ts'
const certificatesTest = 'server/test/certificates.test.ts'

export const lists = [
  {
    guard: 'a re-opened item waits since it was re-opened',
    file: 'server/src/store/status-changes.ts',
    cut: 'opensAgain ? sql`, pending_since = now()` : sql``',
    put: 'sql``',
    test: ordersTest,
    red: 'an item that was re-opened waits since then',
  },
  {
    guard: 'a case that loses one of its reports is counted again',
    file: orders,
    cut: 'perform open_cases(closed || opened);',
    put: 'perform open_cases(opened);',
    test: ordersTest,
    red: 'a report that comes, goes or moves to another video',
  },
  {
    guard: 'the check of what waits sees a wrong place',
    file: orders,
    cut: 'having sum(n) <> 0 or min(since) <> max(since) or min(reports) <> max(reports)',
    put: 'having sum(n) <> 0',
    test: ordersTest,
    red: 'a place that is wrong is found by the check',
  },
  {
    guard: 'an order of what waits is refused beside filters that it does not know',
    file: 'contract/src/orders.ts',
    cut: 'at === status.pending && chosen.length === 0',
    put: 'at === status.pending',
    test: ordersTest,
    red: 'is refused for what is not pending',
  },
  {
    guard: 'focus review sends no whole phone',
    file: 'server/src/routes/focus.ts',
    cut: 'items: items.map(shownItem)',
    put: 'items',
    test: 'server/test/phones.test.ts',
    red: 'lists, dialogs and focus review get no whole phone',
  },
  {
    guard: 'who saw a whole phone is on record',
    file: 'server/src/domain/certifications.ts',
    cut: "await appendEvents(tx, by, [id], { action: 'revealPhone', queue: 'certification' })",
    put: '',
    test: 'server/test/phones.test.ts',
    red: 'lists, dialogs and focus review get no whole phone',
  },
  {
    guard: 'two tabs that open certificates at once wait for each other',
    file: 'server/src/domain/certifications.ts',
    cut: "if (!(await lockItem(tx, 'certification', id))) throw missing('certification', id)",
    put: "if (!(await getCertification(tx, id))) throw missing('certification', id)",
    test: certificatesTest,
    red: 'is recorded once for each person and certification',
  },
  {
    guard: 'a day of opened certificates begins at midnight in the platform’s zone',
    file: 'server/src/store/events.ts',
    cut: "and at >= date_trunc('day', now())",
    put: "and at >= date_trunc('day', now(), 'UTC')",
    test: certificatesTest,
    red: 'a new day begins at midnight',
  },
  {
    guard: 'open screens are not told that certificates are open',
    file: 'server/src/jobs/live-streams.ts',
    cut: ' && !untoldNotes.includes(action)',
    put: '',
    test: certificatesTest,
    red: 'neither open screens nor the platform are told',
  },
  {
    guard: 'the platform is not told that certificates are open',
    file: 'server/src/routes/platform.ts',
    cut: '...untoldNotes, ',
    put: '',
    test: certificatesTest,
    red: 'neither open screens nor the platform are told',
  },
]
