/* Categories and tags: nobody overwrites a change that they have not seen, and a merge can be undone. */

const changes = 'server/src/domain/category-changes.ts'
const merges = 'server/src/domain/category-merges.ts'
const manage = 'server/test/categories-manage.test.ts'
const merge = 'server/test/categories-merge.test.ts'
const exactUndo = 'its undo leaves everything as it was'

export const categories = [
  {
    guard: 'a rename names the names that it replaces',
    file: changes,
    cut: 'if (bothNames(row) !== bothNames({ name: wasName, nameEn: wasNameEn }))',
    put: 'if (row.id !== id)',
    test: manage,
    red: 'from a stale screen is refused',
  },
  {
    guard: 'a move names the one before it',
    file: changes,
    cut: 'if (before?.id !== was) {',
    put: 'if (row.id !== id) {',
    test: manage,
    red: 'two administrators who move the same category',
  },
  {
    guard: 'the name of what is merged stays reserved',
    file: 'server/src/domain/categories.ts',
    cut: 'if (isMerged(holder)) throw mergedRefusal(rows, holder)',
    put: 'if (isMerged(holder)) return',
    test: manage,
    red: 'to a name that is taken, hidden or merged',
  },
  {
    guard: 'a hidden category cannot be chosen',
    file: 'server/src/domain/videos.ts',
    cut: "if (category.hidden) throw new Refusal('hidden_choice', { name: category.name })",
    put: '',
    test: manage,
    red: 'is not offered and not chosen',
  },
  {
    guard: 'a merge is what its preview showed',
    file: merges,
    cut: "if (stateOf(plan) !== state) throw new Refusal('preview_outdated')",
    put: '',
    test: merge,
    red: 'that is not what the preview showed',
  },
  {
    guard: 'a video shows what its category is merged into',
    file: 'server/src/store/videos.ts',
    cut: 'case when c.merged_into is null then c.id else merged_category(c.id) end',
    put: 'c.id',
    test: merge,
    red: exactUndo,
  },
  {
    guard: 'an undo separates the tags that the merge joined',
    file: merges,
    cut: "if (kind === 'category') await separateTags(tx, id)",
    put: '',
    test: merge,
    red: exactUndo,
  },
  {
    guard: 'a merge keeps the order of both sides',
    file: merges,
    cut: 'const tags = [...tagsOf(all, into), ...tagsOf(all, id)]',
    put: 'const tags = plan.moved',
    test: merge,
    red: exactUndo,
  },
]
