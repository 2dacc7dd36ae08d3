import { admission } from './admission.mjs'
import { categories } from './categories.mjs'
import { clock } from './clock.mjs'
import { database } from './database.mjs'
import { endpoints } from './endpoints.mjs'
import { erasure } from './erasure.mjs'
import { exports } from './exports.mjs'
import { factors } from './factors.mjs'
import { floods } from './floods.mjs'
import { fourEyes } from './four-eyes.mjs'
import { lists } from './lists.mjs'
import { mailGuards } from './mail.mjs'
import { outbox } from './outbox.mjs'
import { overview } from './overview.mjs'
import { people } from './people.mjs'
import { platform } from './platform.mjs'
import { provider } from './provider.mjs'
import { publicAddressGuards } from './public-address.mjs'
import { record } from './record.mjs'
import { roleGuards } from './roles.mjs'
import { rows } from './rows.mjs'
import { sso } from './sso.mjs'
import { strikes } from './strikes.mjs'
import { web } from './web.mjs'

/*
 * Guards, each with the smallest change that takes it away, and the test that must notice: `cut` is
 * found exactly once in `file` and becomes `put`; `red` is (a part of) the name of a test in `test`.
 */

const review = 'server/src/domain/review.ts'
const input = 'server/src/http/input.ts'
const pool = 'server/src/db/pool.ts'
const events = 'server/test/events.test.ts'
const badInput = 'server/test/bad-input.test.ts'
const network = 'server/test/faults-network.test.ts'

export const sabotages = [
  ...admission,
  ...outbox,
  ...endpoints,
  ...record,
  ...strikes,
  ...platform,
  ...erasure,
  ...exports,
  ...people,
  ...roleGuards,
  ...fourEyes,
  ...mailGuards,
  ...overview,
  ...factors,
  ...sso,
  ...provider,
  ...publicAddressGuards,
  ...web,
  ...rows,
  ...categories,
  ...clock,
  ...floods,
  ...lists,
  ...database,
  // What is taken in
  {
    guard: 'a field given twice is refused',
    file: input,
    cut: "if (before || values.length > 1) throw badField(shown, 'twice')",
    put: '',
    test: badInput,
    red: 'a field given twice',
  },
  {
    guard: 'a field that a call does not have is refused',
    file: input,
    cut: "if (!field) throw badField(shown || 'body', 'unknown')",
    put: 'if (!field) continue',
    test: badInput,
    red: 'fields that a call does not have',
  },
  {
    guard: 'text that PostgreSQL cannot hold is refused',
    file: input,
    cut: "return !text.includes('\\0') && text.isWellFormed()",
    put: 'return text !== undefined',
    test: badInput,
    red: 'escapes that are no UTF-8 text',
  },
  {
    guard: 'bytes that are no UTF-8 are refused',
    file: input,
    cut: 'fatal: true',
    put: 'fatal: false',
    test: badInput,
    red: 'bodies that cannot be read',
  },
  // One decision, once
  {
    guard: 'the second to decide waits for the first',
    file: 'server/src/store/review.ts',
    cut: ' for update`',
    put: '`',
    test: 'server/test/races.test.ts',
    red: 'approve against reject',
  },
  {
    guard: 'only what the rules allow is decided',
    file: review,
    cut: 'if (!canDo(queue, action, before)) {',
    put: 'if (before < 0) {',
    test: 'server/test/races.test.ts',
    red: 'approve against reject',
  },
  {
    guard: 'another person’s decision is no repetition of one’s own',
    file: review,
    cut: '    past.actorId === by.id &&\n',
    put: '',
    test: 'server/test/races.test.ts',
    red: 'approve against reject',
  },
  {
    guard: 'a repetition has the same reason',
    file: review,
    cut: "    past.reason === (why.reason ?? '') &&\n",
    put: '',
    test: 'server/test/repeats.test.ts',
    red: 'the same action with another reason',
  },
  {
    guard: 'a key belongs to one request',
    file: 'server/src/domain/once.ts',
    cut: 'if (!action?.same) throw',
    put: 'if (!action) throw',
    test: 'server/test/repeats.test.ts',
    red: 'a key that was used with another body',
  },
  {
    guard: 'a COMMIT whose answer was lost is looked up',
    file: 'server/src/domain/once.ts',
    cut: 'return await lookUp(db, request, work, kept, error)',
    put: "throw new Refusal('not_confirmed', {}, { cause: error })",
    test: network,
    red: 'a COMMIT whose fate is unknown',
  },
  {
    guard: 'a lost COMMIT is told apart from one that failed',
    file: pool,
    cut: 'if (committing && isConnectionError(error))',
    put: 'if (committing && !error)',
    test: network,
    red: 'a COMMIT whose fate is unknown',
  },
  {
    guard: 'a silent line is given up in time',
    file: pool,
    cut: 'connectionTimeoutMillis: 1000, query_timeout: 4000 }',
    put: 'connectionTimeoutMillis: 1000 }',
    test: network,
    red: 'silence at any point',
  },
  {
    guard: 'a row that somebody holds is given up in time',
    file: 'server/src/db/settings.ts',
    cut: "  lock_timeout: '2000ms',\n",
    put: '',
    test: network,
    red: 'is refused with 503 after two seconds',
  },
  {
    guard: 'a dismissal leaves a personal video alone',
    file: 'server/src/domain/videos.ts',
    cut: "if (kind === 'personal' && message.trim() === dismissalMessage)",
    put: "if (kind === 'personal' && message === undefined)",
    test: 'server/test/dismissals.test.ts',
    red: 'a dismissal closes every open report and never changes a video',
  },
  {
    guard: 'a take-down closes the reports of its video',
    file: 'server/src/domain/videos.ts',
    cut: 'const reports = await lockPendingReports(tx, video.id, status.pending)',
    put: 'const reports: never[] = []',
    test: 'server/test/reports.test.ts',
    red: 'closes every pending report in the same transaction',
  },
  {
    guard: 'every change of a status is told to the platform',
    file: 'server/src/store/status-changes.ts',
    cut: 'insertOutboxRows(by, decision, sql`recorded`)',
    put: 'sql`select from recorded`',
    test: 'server/test/races.test.ts',
    red: 'approve against reject',
  },
  {
    guard: 'what was told cannot be taken back',
    file: 'server/src/domain/undo.ts',
    cut: "changes.some(({ state, inGrace }) => state !== 'waiting' || !inGrace)",
    put: 'changes.some(({ state }) => !state)',
    test: 'server/test/undo.test.ts',
    red: 'after the grace, though nobody was told yet',
  },
  // The record
  {
    guard: 'a changed event breaks its chain',
    file: 'server/src/domain/event-chain.ts',
    cut: 'return hash.equals(row.hash) ?',
    put: 'return hash.length > 0 ?',
    test: events,
    red: 'a change in any column',
  },
  {
    guard: 'a missing seal is noticed',
    file: 'server/src/domain/event-chain.ts',
    cut: 'if (row.position !== position + 1)',
    put: 'if (row.position < 0)',
    test: events,
    red: 'a removed seal',
  },
  {
    guard: 'a deleted event is noticed',
    file: 'server/src/domain/event-chain.ts',
    cut: "if (row.text === null) return 'it was deleted'",
    put: 'if (row.text === null) return undefined',
    test: events,
    red: 'a deleted event is named',
  },
]
