/* What waits for a second person, and who that can be. */

const confirmations = 'server/src/domain/confirmations.ts'
const store = 'server/src/store/confirmations.ts'
const test = 'server/test/confirmations.test.ts'

export const fourEyes = [
  {
    guard: 'four eyes: a take-down of a certified member’s video waits',
    file: 'server/src/domain/videos.ts',
    cut: "if (isCertified) refuseAlone(by, 'takeDown')",
    put: "if (!isCertified) refuseAlone(by, 'erase')",
    test,
    red: 'a take-down of a certified member’s video waits',
  },
  {
    guard: 'four eyes: nobody is their own second person',
    file: confirmations,
    cut: "if (asked.askedBy === by.id) throw new Refusal('own_confirmation')",
    put: '',
    test,
    red: 'a take-down of a certified member’s video waits',
  },
  {
    guard: 'four eyes: the second person could do it themselves',
    file: confirmations,
    cut: '  refuseUnable(by.permissions ?? [], asked.call)\n  const { active',
    put: '  const { active',
    test,
    red: 'who may not do it can neither ask, see nor confirm it',
  },
  {
    guard: 'four eyes: what somebody may not do any more is not done for them',
    file: confirmations,
    cut: 'if (!active || !confirmable(permissionsOf(role, permissions)).includes(asked.call))',
    put: 'if (!role)',
    test,
    red: 'is not done once they are disabled or lost the permission',
  },
  {
    guard: 'four eyes: a request ends after its time',
    file: store,
    cut: "const isOpen = sql`c.state = 'open' and now() < c.expires_at`",
    put: "const isOpen = sql`c.state = 'open'`",
    test,
    red: 'after three days it has ended',
  },
  {
    guard: 'four eyes: of two who confirm at once, one does it',
    file: store,
    cut: 'where c.id = ${id} for update of c`)',
    put: 'where c.id = ${id}`)',
    test,
    red: 'two confirm at once: it happens once',
  },
  {
    guard: 'four eyes: roles are not given alone',
    file: 'server/src/domain/team.ts',
    cut: "  refuseAlone(by, 'roles')\n  await lockGivenRole(tx, by, role)",
    put: '  await lockGivenRole(tx, by, role)',
    test,
    red: 'roles wait in every way',
  },
  {
    guard: 'four eyes: the rule itself is not changed alone',
    file: 'server/src/domain/roles.ts',
    cut: "  refuseAlone(by, 'roles')\n  const role = await lockOwn(tx, by, key)\n  const next = fourEyesActs",
    put: '  const role = await lockOwn(tx, by, key)\n  const next = fourEyesActs',
    test,
    red: 'roles wait in every way',
  },
  {
    guard: 'four eyes: they need two people',
    file: 'server/src/domain/roles.ts',
    cut: "if ((await countConfirmers(tx, confirmers[act])) < 2) throw new Refusal('no_second_person')",
    put: 'await countConfirmers(tx, confirmers[act])',
    test,
    red: 'four eyes need two people',
  },
  {
    guard: 'settings: two browsers that choose at once keep what both chose',
    file: 'server/src/store/preferences.ts',
    cut: 'set choices = preference.choices || excluded.choices',
    put: 'set choices = excluded.choices',
    test: 'server/test/account.test.ts',
    red: 'two browsers that choose at once',
  },
  {
    guard: 'settings: those of the person before at the same desk stay theirs',
    file: 'web/src/api/own-preferences.ts',
    cut: 'else if (before === null || before === String(id))',
    put: 'else if (id > 0)',
    test: 'web/test/own-preferences.test.ts',
    red: 'not by the next person',
  },
]
