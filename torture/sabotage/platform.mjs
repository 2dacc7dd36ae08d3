/* What the platform's machines may do, and what they cannot take from reviewers. */

const gate = 'server/src/http/platform-gate.ts'
const keys = 'server/src/store/platform-keys.ts'
const serving = 'server/src/http/serve-platform.ts'
const keyTests = 'server/test/platform-keys.test.ts'
const floods = 'server/test/platform-floods.test.ts'
const rows = 'server/test/platform.test.ts'

export const platform = [
  {
    guard: 'platform: a revoked key is refused',
    file: keys,
    cut: '      and revoked_at is null and (expires_at is null',
    put: '      and (expires_at is null',
    test: keyTests,
    red: 'that is revoked stops with the next request',
  },
  {
    guard: 'platform: an expired key is refused',
    file: keys,
    cut: ' and (expires_at is null or now() < expires_at)',
    put: '',
    test: keyTests,
    red: 'that expires stops by itself',
  },
  {
    guard: 'platform: the secret before a rotation is good for a day',
    file: keys,
    cut: " and rotated_at > now() - interval '1 day'`",
    put: '`',
    test: keyTests,
    red: 'that is rotated works in its old form for a day',
  },
  {
    guard: 'platform: a key does only what its scopes say',
    file: gate,
    cut: 'if (!key.scopes.includes(scope)) {',
    put: 'if (!scope) {',
    test: keyTests,
    red: 'may do what they say and nothing else',
  },
  {
    guard: 'platform: a key has a rate limit',
    file: gate,
    cut: '    if (allowance) takeFrom(allowance)\n',
    put: '',
    test: keyTests,
    red: 'that asks too often is told to wait',
  },
  {
    guard: 'platform: unknown keys are looked up in a queue of their own',
    file: gate,
    cut: ': await unknown.run(networkOf(request.ip), find)',
    put: ': await find()',
    test: floods,
    red: 'made-up keys, from one address',
  },
  {
    guard: 'platform: upserts have a share of the database’s connections',
    file: serving,
    cut: 'limit.run(String(id), () => upsertOnce(db, action, kind, rows))',
    put: 'upsertOnce(db, action, kind, rows)',
    test: floods,
    red: 'the platform’s own flood',
  },
  {
    guard: 'platform: each key has Idempotency-Keys of its own',
    file: serving,
    cut: 'userId: -id,',
    put: 'userId: 0,',
    test: rows,
    red: 'sent twice with its Idempotency-Key',
  },
  {
    guard: 'platform: a video keeps its type, a report its video',
    file: 'server/src/domain/platform.ts',
    cut: 'if (fixed && before && before[fixed.column]',
    put: 'if (fixed && before && fixed.column && content[fixed.column]',
    test: rows,
    red: 'stay what they were',
  },
  {
    guard: 'platform: an id that a row has is not given away',
    file: 'server/src/db/migrations/0020_platform.sql',
    cut: 'if not taken then return fresh; end if;',
    put: 'return fresh;',
    test: rows,
    red: 'an id that came by SQL',
  },
  {
    guard: 'platform: two calls do not add the same thing at once',
    file: 'server/src/store/platform-ids.ts',
    cut: '    order by external_id for no key update`)',
    put: '    order by external_id`)',
    test: 'server/test/platform-races.test.ts',
    red: 'calls with the same new rows at once',
  },
  {
    guard: 'platform: requests that wait for events end with the server',
    file: 'server/src/routes/platform.ts',
    cut: "  app.addHook('preClose', async () => record.end())\n",
    put: '',
    test: 'server/test/platform-events.test.ts',
    red: 'requests that wait end when the server stops',
  },
  {
    guard: 'platform: a field given twice in a JSON body is refused',
    file: 'server/src/http/json.ts',
    cut: "      if (Object.hasOwn(all, key)) throw badField(inner, 'twice')\n",
    put: '',
    test: 'server/test/platform-input.test.ts',
    red: 'a body with a field twice',
  },
  {
    guard: 'platform: an old key does not outlive its day by a wrong clock',
    file: 'server/src/store/clock.ts',
    cut: 'sql`rotated_at > now()`',
    put: 'sql`rotated_at is null`',
    test: 'server/test/clock.test.ts',
    red: 'the key before a rotation works for a day at most',
  },
]
