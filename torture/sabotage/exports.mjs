/* Exports of lists, and a member's page. */

const domain = 'server/src/domain/exports.ts'
const csv = 'server/src/domain/csv.ts'
const test = 'server/test/exports.test.ts'
const members = 'server/test/members.test.ts'

export const exports = [
  {
    guard: 'export: all rows are as of one moment',
    file: 'server/src/db/snapshot.ts',
    cut: "begin isolation level repeatable read, read only'",
    put: "begin read only'",
    test,
    red: 'is as of one moment, whatever changes meanwhile',
  },
  {
    guard: 'export: a formula is written as a text',
    file: csv,
    cut: `\${formula.test(text) ? "'" : ''}`,
    put: '',
    test,
    red: 'commas, quotes, line breaks, formulas and emoji',
  },
  {
    guard: 'export: who began it is on record',
    file: domain,
    cut: ', details: what }),',
    put: ' }),',
    test,
    red: 'who exported what with which filters',
  },
  {
    guard: 'export: one that was cut off is not recorded as whole',
    file: domain,
    cut: 'let whole = false',
    put: 'let whole = true',
    test,
    red: 'reads no further than its client does',
  },
  {
    guard: 'export: a snapshot that was left is given back',
    file: domain,
    cut: '    await snapshot.close()\n',
    put: '',
    test,
    red: 'is as of one moment, whatever changes meanwhile',
  },
  {
    guard: 'export: few snapshots are open at once',
    file: 'server/src/db/snapshot.ts',
    cut: 'if (open < snapshotsAtMost) {',
    put: 'if (open >= 0) {',
    test,
    red: 'a third at once is refused',
  },
  {
    guard: 'export: phones are masked as in the list',
    file: 'server/src/routes/exports.ts',
    cut: 'shownRow(list, row, maskPhones)',
    put: 'row',
    test,
    red: 'phones are masked in an export',
  },
  {
    guard: 'member: more than are counted are said to be more',
    file: 'server/src/store/members.ts',
    cut: 'having count(*) = ${readTo}::int',
    put: 'having false',
    test: members,
    red: 'a member with very many items',
  },
  {
    guard: 'member: a decision that was undone does not count',
    file: 'server/src/store/members.ts',
    cut: 'where e.queue = d.queue and e.subject_id = d.id and ${isEffective}',
    put: 'where e.queue = d.queue and e.subject_id = d.id',
    test: members,
    red: 'a decision that was undone is none',
  },
  {
    guard: 'member: notes go when the member is erased',
    file: 'server/src/domain/erasure.ts',
    cut: '  await eraseNotes(db, actor, memberId)\n',
    put: '',
    test: members,
    red: 'a note is read by colleagues',
  },
]
