/* What an erasure removes, and what may be removed without one. */

const migration = 'server/src/db/migrations/0028_erasure.sql'
const domain = 'server/src/domain/erasure.ts'
const store = 'server/src/store/erasure.ts'
const chain = 'server/src/domain/event-chain.ts'
const test = 'server/test/erasure.test.ts'
const everywhere = 'no name, phone or text of theirs is in any table'

export const erasure = [
  {
    guard: 'erasure: earlier versions go as well',
    file: store,
    cut: 'update item_version set title = ${blankTitle[queue]}, introduction = null, media = null,',
    put: 'update item_version set media = null,',
    test,
    red: everywhere,
  },
  {
    guard: 'erasure: answers of receivers and kept answers go',
    file: domain,
    cut: '      await store.eraseAnswers(tx, queue, id)\n',
    put: '',
    test,
    red: everywhere,
  },
  {
    guard: 'erasure: names of items go',
    file: domain,
    cut: 'if (!work.keepNames) await',
    put: 'if (work.keepNames) await',
    test,
    red: everywhere,
  },
  {
    guard: 'erasure: samples of the planner are drawn anew',
    file: domain,
    cut: '    await forgetSamples(db)\n  }',
    put: '  }',
    test,
    red: everywhere,
  },
  {
    guard: 'erasure: the answers to the platform are kept without its names',
    file: 'server/src/domain/platform.ts',
    cut: 'once(db, request, change, unnamed)',
    put: 'once(db, request, change)',
    test,
    red: 'what comes late under an erased name is refused',
  },
  {
    guard: 'erasure: a late row under an erased name is refused',
    file: 'server/src/domain/platform.ts',
    cut: 'if (erased.length === 0) return\n',
    put: 'if (erased.length >= 0) return\n',
    test,
    red: 'what comes late under an erased name is refused',
  },
  {
    guard: 'erasure: nothing erased is reviewed again',
    file: 'server/src/domain/review.ts',
    cut: "  if (erased && to === status.pending) throw new Refusal('item_erased')\n",
    put: '',
    test,
    red: 'and neither comes back',
  },
  {
    guard: 'erasure: a file that another item names stays',
    file: domain,
    cut: 'if (!used.includes(path) && ',
    put: 'if (',
    test,
    red: 'but for one that another item names',
  },
  {
    guard: 'erasure: an end is noted only after everything else',
    file: domain,
    cut: '  await removeFiles(db, remove)\n  if (done.length > 0) {',
    put: '  for (const memberId of done) await store.setFinished(db, memberId)\n  await removeFiles(db, remove)\n  if (done.length > 0) {',
    test,
    red: 'killed after any step',
  },
  {
    guard: 'erasure: texts are missed without an erase event',
    file: chain,
    cut: "  if (note === null) return 'its texts are gone without an event that erased them'\n",
    put: '',
    test,
    red: 'a text that goes without an erasure is found',
  },
  {
    guard: 'erasure: texts that are back are found',
    file: chain,
    cut: "  if (!bare) return 'it has texts again since they were erased'\n",
    put: '',
    test,
    red: 'it is found when a text is put back',
  },
  {
    guard: 'erasure: what is left of an old event is checked',
    file: chain,
    cut: ' || note[1] !== rest)',
    put: ')',
    test,
    red: 'it is found when somebody else is named',
  },
  {
    guard: 'erasure: the database removes texts only with their erase event',
    file: migration,
    cut: "      and x.details -> 'erased' ? old.id::text)",
    put: '      or true)',
    test,
    red: 'and refused to everybody',
  },
  {
    guard: 'erasure: by age, what is pending or was touched since stays',
    file: domain,
    cut: '      applies: (tx: Tx) => store.getAged(tx, item, days),\n',
    put: '',
    test,
    red: 'with RETAIN_DAYS',
  },
]
