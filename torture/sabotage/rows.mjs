const early = 'server/src/db/migrations/0015_reports_before_videos.sql'
const orphans = 'server/test/orphan-reports.test.ts'

const lock = 'server/src/db/embedded/lock-socket.ts'
const locks = 'server/test/embedded-lock.test.ts'

export const rows = [
  {
    guard: 'a report on a missing video waits for a video that is arriving',
    file: early,
    cut: 'perform lock_missing_videos(missing);',
    put: '',
    test: orphans,
    red: 'a report that comes while its video arrives',
  },
  {
    guard: 'an arriving video waits for reports that are coming',
    file: early,
    cut: `perform pg_advisory_xact_lock_shared(7263546, slot)
    from (select distinct (id & 255)::int as slot from new_rows order by 1) slots;`,
    put: '',
    test: orphans,
    red: 'a video that arrives while its report comes',
  },
  {
    guard: 'an arriving video opens the case of its reports',
    file: early,
    cut: 'perform open_cases(early);',
    put: '',
    test: orphans,
    red: 'once it arrives, its reports are one case',
  },
  {
    guard: 'a case follows its video’s type',
    file: early,
    cut: "update waiting set kind = new.type where queue = 'report' and subject_id = new.id;",
    put: '',
    test: orphans,
    red: 'a video whose type is changed',
  },
  {
    guard: 'a dismissal holds a missing video before it looks at its reports',
    file: 'server/src/store/videos.ts',
    cut: 'await tx.query(sql`select lock_missing_videos(array[${id}]::bigint[])`)',
    put: '',
    test: orphans,
    red: 'a dismissal while another report comes',
  },
  {
    guard: 'reports are dismissed only by a type that they or their video have',
    file: 'server/src/domain/reports.ts',
    cut: 'if (!types.includes(type))',
    put: 'if (types.length === 0)',
    test: orphans,
    red: 'a dismissal that names another type',
  },
  {
    guard: 'a take-down of a missing video says what can be done',
    file: 'server/src/domain/videos.ts',
    cut: "if (reports.length > 0) throw new Refusal('video_missing', { id })",
    put: '',
    test: orphans,
    red: 'it cannot be taken down',
  },
  {
    guard: 'a folder whose last claim is alive is not claimed again',
    file: lock,
    cut: 'if (holder !== undefined) return { holder }',
    put: '',
    test: locks,
    red: 'never hold a folder twice',
  },
  {
    guard: 'a dead claim is followed by the next number and never replaced',
    file: lock,
    cut: "if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue",
    put: "if ((error as NodeJS.ErrnoException).code === 'EEXIST') return { number: last + 1 }",
    test: locks,
    red: 'never hold a folder twice',
  },
  {
    guard: 'only the folder’s owner enters the lock folder',
    file: lock,
    cut: 'fchmodSync(fd, 0o700)',
    put: 'fchmodSync(fd, 0o755)',
    test: locks,
    red: 'cannot keep the server from starting',
  },
  {
    guard: 'a lock folder of another user is refused',
    file: lock,
    cut: 'if (!isTrusted(uid, dataDir)) {',
    put: 'if (!isTrusted(uid, dataDir) && uid < 0) {',
    test: locks,
    red: 'is named where they made the lock folder',
  },
]
