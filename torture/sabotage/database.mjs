/* What the database must be, and what it is told on every connection. */

const check = 'server/src/db/check.ts'
const settings = 'server/test/database-settings.test.ts'
const fit = 'server/test/database-fit.test.ts'
const migrations = 'server/src/db/migrations/0014_fold_and_sequences.sql'

export const database = [
  {
    guard: 'settings are set on every new connection',
    file: 'server/src/db/pool.ts',
    cut: 'applySettings(client, settings).then(() => done(), done)',
    put: 'done()',
    test: settings,
    red: 'options in the address change no time',
  },
  {
    guard: 'sessions that a pooler did not clean are cleaned',
    file: 'server/src/db/settings.ts',
    cut: '`deallocate all; ${',
    put: '`select 1; ${',
    test: settings,
    red: 'sessions that it does not clean',
  },
  {
    guard: 'transaction pooling is refused at start',
    file: check,
    cut: 'if (!kept) throw new DatabaseUnfit(sessionModeOnly)',
    put: '',
    test: settings,
    red: '"pool_mode":"transaction"} is refused',
  },
  {
    guard: 'a database without UTF-8 is refused at start',
    file: check,
    cut: "if (encoding !== 'UTF8')",
    put: 'if (!encoding)',
    test: fit,
    red: "encoding 'SQL_ASCII'",
  },
  {
    guard: 'a locale that cannot fold case is refused at start',
    file: check,
    cut: 'if (!folds)',
    put: 'if (folds === undefined)',
    test: fit,
    red: "encoding 'UTF8' locale 'POSIX'",
  },
  {
    guard: 'a read-only database is refused at start',
    file: check,
    cut: 'if (locked)',
    put: 'if (standby)',
    test: fit,
    red: 'it is read-only',
  },
  {
    guard: 'a read-only database is a refusal of its own',
    file: 'server/src/http/answer.ts',
    cut: "  if (isReadOnly(error)) return new Refusal('read_only', {}, { cause: error })\n",
    put: '',
    test: fit,
    red: 'refuses what it would write',
  },
  {
    guard: 'a read-only database is not ready',
    file: 'server/src/store/housekeeping.ts',
    cut: "found?.locked ? 'read-only' : 'ready'",
    put: "found ? 'ready' : 'read-only'",
    test: fit,
    red: 'refuses what it would write',
  },
  {
    guard: 'search folds case alike under every collation',
    file: migrations,
    cut: "lower(translate(words, 'IİJĮÌÍĨΣ', 'iijįìíĩσ'))",
    put: 'lower(words)',
    test: fit,
    red: "icu_locale 'tr'",
  },
  {
    guard: 'words that were folded otherwise are folded anew',
    file: migrations,
    cut: 'if letters is null then return; end if;',
    put: 'return;',
    test: fit,
    red: "icu_locale 'tr'",
  },
  {
    guard: 'rights come with each migration’s commit',
    file: 'server/src/db/migrate.ts',
    cut: '    await grantRights()\n',
    put: '',
    test: 'server/test/migrations.test.ts',
    red: 'after each migration’s commit',
  },
  {
    guard: 'a sequence that an import left behind is raised',
    file: 'server/src/store/inserts.ts',
    cut: 'await tx.query(sql`select raise_sequences()`)',
    put: '',
    test: 'server/test/sequences.test.ts',
    red: 'are added after an import',
  },
  {
    guard: 'sequences only go forward',
    file: migrations,
    cut: 'if most - last > 1000 then',
    put: 'if most is not null then',
    test: 'server/test/sequences.test.ts',
    red: 'no sequence ever goes back',
  },
]
