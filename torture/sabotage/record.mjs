/* What the record shows, what its verification finds, and what a bundle proves. */

const store = 'server/src/store/record.ts'
const chain = 'server/src/domain/event-chain.ts'
const verifier = 'server/src/domain/bundle-verifier.ts'
const list = 'server/test/record.test.ts'
const proof = 'server/test/record-proof.test.ts'
const bundle = 'server/test/record-bundle.test.ts'

export const record = [
  {
    guard: 'the next page goes on where the rows that were looked at end',
    file: store,
    cut: ': (limit?.id ?? null),',
    put: ': null,',
    test: list,
    red: 'with several filters, however few rows',
  },
  {
    guard: 'events of the same moment are told apart by their IDs',
    file: store,
    cut: 'sql`(e.at, e.id) < ${placeOf(before)}`',
    put: 'sql`e.at < (select b.at from event b where b.id = ${before})`',
    test: list,
    red: 'without a filter, at any depth',
  },
  {
    guard: 'a chain that was written anew does not fit the roots of its blocks',
    file: chain,
    cut: 'if (known && !known.equals(root))',
    put: 'if (false)',
    test: proof,
    red: 'a chain that was written anew',
  },
  {
    guard: 'a chain that was cut short does not reach the end of the last verification',
    file: chain,
    cut: 'if (old && !old.hash?.equals(old.verified))',
    put: 'if (false)',
    test: proof,
    red: 'a chain that was cut short',
  },
  {
    guard: 'one verification at a time',
    file: 'server/src/domain/verification.ts',
    cut: 'if (id === undefined) return (await getRunning(tx))?.id ?? 0',
    put: '',
    test: proof,
    red: 'is one at a time for all who ask',
  },
  {
    guard: 'a bundle’s events are under the seal that its reader kept',
    file: verifier,
    cut: "root.toString('hex') === kept[2]",
    put: 'true',
    test: bundle,
    red: 'it is refused with another seal',
  },
  {
    guard: 'a bundle’s texts are those that were sealed',
    file: verifier,
    cut: "sha256(bytes(salt), texts).toString('hex') === words",
    put: 'true',
    test: bundle,
    red: 'though the files agree with each other',
  },
  {
    guard: 'no file of a bundle was changed',
    file: verifier,
    cut: "sha256(read(name)).toString('hex') === hash",
    put: 'true',
    test: bundle,
    red: 'after one flipped bit',
  },
  {
    guard: 'record: who reads it does not take it along without the permission to export',
    file: 'server/src/routes/record-exports.ts',
    cut: "refuseUnpermitted(request, sessionOf(request), ['export'])",
    put: "refuseUnpermitted(request, sessionOf(request), ['audit'])",
    test: list,
    red: 'are for those who may read the record and export',
  },
  {
    guard: 'record: a statement of reasons has nothing that somebody typed',
    file: 'server/src/domain/record-exports.ts',
    cut: "row.grounds.join('; ') || 'Terms of the platform'",
    put: "row.grounds.join('; ') || row.action + (row as { reason?: string }).reason + '王芳'",
    test: list,
    red: 'name what was refused and still is, and nobody',
  },
]
