/* The overview: every figure is a count of events, and each person's own. */

const migration = 'server/src/db/migrations/0034_work.sql'
const changes = 'server/src/db/migrations/0040_overview.sql'
const test = 'server/test/overview.test.ts'
const importsTest = 'server/test/import-runs.test.ts'

export const overview = [
  {
    guard: 'overview: an undo takes its decision out of the counts',
    file: changes,
    cut: 'd.actor_id, work_number(d.action), -1 where work_number(d.action) <= 4',
    put: 'd.actor_id, work_number(d.action), 0 where work_number(d.action) <= 4',
    test,
    red: 'decided, undone, opened again',
  },
  {
    guard: 'overview: figures hold what is not folded yet',
    file: migration,
    cut: 'from unfolded d join ranges r on d.quarter >= r.since and d.quarter < r.until) c',
    put: 'from unfolded d join ranges r on d.quarter >= r.since and d.quarter < r.since) c',
    test,
    red: 'before, while and after the counters are folded',
  },
  {
    guard: 'overview: a re-opening counts against the decision that was in force',
    file: changes,
    cut: '                  and undone_event(u.action, u.details) = p.id)',
    put: '                  and undone_event(u.action, u.details) = -p.id)',
    test,
    red: 'before, while and after the counters are folded',
  },
  {
    guard: 'overview: a day begins at the first of two midnights',
    file: migration,
    cut: "then wall::timestamptz - interval '1 hour' else wall::timestamptz end",
    put: 'then wall::timestamptz else wall::timestamptz end',
    test,
    red: 'a day whose midnight comes twice',
  },
  {
    guard: 'overview: earlier decisions are counted once',
    file: migration,
    cut: 'where event_id >= bottom and event_id < top',
    put: 'where event_id >= bottom and event_id <= top',
    test,
    red: 'is counted in the background',
  },
  {
    guard: 'overview: a reviewer asks for nobody else’s figures',
    file: 'contract/src/overview.ts',
    cut: "    input: spanInput,\n    output: z.object({\n      data: z.array(z.extend(ownWork, { id: z.number(), nickName: z.string() })),\n    }),\n    needs: 'overview',",
    put: "    input: spanInput,\n    output: z.object({\n      data: z.array(z.extend(ownWork, { id: z.number(), nickName: z.string() })),\n    }),\n    needs: 'session',",
    test,
    red: 'nobody’s figures but their own',
  },
  {
    guard: 'overview: counters changed by hand are found',
    file: migration,
    cut: 'select measure, queue, bucket, person, value, -n from work_tally where level = 0 and person <> -1',
    put: 'select measure, queue, bucket, person, value, -n from work_tally where level = 0 and person < -1',
    test,
    red: 'are found, and mended by a rebuild',
  },
  {
    guard: 'overview: each second of a film is watched once',
    file: changes,
    cut: 'p.until - greatest(p.since, coalesce(p.seen, p.since))',
    put: 'p.until - p.since',
    test,
    red: 'before, while and after the counters are folded',
  },
  {
    guard: 'overview: the events of a figure leave out what was undone',
    file: 'server/src/store/record.ts',
    cut: 'sql`not was_undone(e)`',
    put: 'sql`true`',
    test,
    red: 'of everybody, for each queue, after undo and re-opening',
  },
  {
    guard: 'overview: reports of a part of an hour are counted',
    file: changes,
    cut: ' where p.since < p.until)',
    put: ' where p.since > p.until)',
    test,
    red: 'by the clock of Asia/Kathmandu',
  },
  {
    guard: 'overview: an import that was killed shows once it is silent',
    file: 'server/src/store/import-runs.ts',
    cut: 'r.ended_at is not null\n    or r.seen_at',
    put: 'r.ended_at is not null and r.seen_at',
    test: importsTest,
    red: 'a killed import shows with its last line',
  },
]
