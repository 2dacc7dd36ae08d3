/* What take-downs weigh, and who changes it. */

const migration = 'server/src/db/migrations/0041_strikes.sql'
const domain = 'server/src/domain/strikes.ts'
const test = 'server/test/strikes.test.ts'
const graver = 'weigh by the gravest reason, reach thresholds'

export const strikes = [
  {
    guard: 'strikes: a re-opened video is none',
    file: migration,
    cut: 'v.uploader_id = member and v.status = 8 limit',
    put: 'v.uploader_id = member limit',
    test,
    red: 'an undo ends a strike',
  },
  {
    guard: 'strikes: they expire',
    file: migration,
    cut: "where e.at > now() - (select expires_days from strike_rule) * interval '1 day' and",
    put: 'where',
    test,
    red: graver,
  },
  {
    guard: 'strikes: the gravest of several reasons counts',
    file: migration,
    cut: 'coalesce(max(r.strike_weight), 0)::int',
    put: 'coalesce(sum(r.strike_weight), 0)::int',
    test,
    red: graver,
  },
  {
    guard: 'strikes: a reason without weight is none',
    file: migration,
    cut: ' and strike_weight(e.reason_ids) > 0',
    put: '',
    test,
    red: graver,
  },
  {
    guard: 'strikes: only the last take-down of a video counts',
    file: migration,
    cut: 'order by e.id desc limit 1) e',
    put: 'order by e.id desc) e',
    test,
    red: 'a second time is one strike',
  },
  {
    guard: 'strikes: the highest threshold that is reached is named',
    file: domain,
    cut: 'strikes.points >= threshold',
    put: 'strikes.points > threshold',
    test,
    red: graver,
  },
  {
    guard: 'strikes: one change at a time',
    file: domain,
    cut: '  await lockStrikeRule(tx)\n',
    put: '',
    test,
    red: 'starts from what the first has left',
  },
  {
    guard: 'strikes: a reason that there is not is refused',
    file: domain,
    cut: "if (unknown) throw missing('reason', unknown.id)",
    put: '',
    test,
    red: 'what makes no sense is refused',
  },
  {
    guard: 'strikes: reasons that are not named keep their weight',
    file: domain,
    cut: '?? one)',
    put: '?? { ...one, weight: 0 })',
    test,
    red: 'act on past take-downs at once',
  },
  {
    guard: 'strikes: a change that changes nothing leaves no event',
    file: domain,
    cut: 'if (JSON.stringify(next) === JSON.stringify(from)) return',
    put: '',
    test,
    red: 'one that changes nothing leaves none',
  },
  {
    guard: 'strikes: thresholds rise',
    file: 'contract/src/strikes.ts',
    cut: 'one > (numbers[index - 1] ?? 0)',
    put: 'one > 0',
    test,
    red: 'what makes no sense is refused',
  },
  {
    guard: 'strikes: who may not see videos does not see them',
    file: 'server/src/domain/members.ts',
    cut: 'strikeQueues.some((queue) => sees({ queue })) ? await readStrikes(db, id) : null',
    put: 'await readStrikes(db, id)',
    test,
    red: 'for those who may not see videos',
  },
  {
    guard: 'strikes: those who configure alone change them',
    file: 'contract/src/strikes.ts',
    cut: "needs: 'configuration',",
    put: 'needs: seeingAny,',
    test,
    red: 'are changed by those who configure alone',
  },
]
