import { beforeEach, expect, it } from 'vitest'
import { clearDrafts, clearDraftsOf, readDraft, writeDraft } from '../src/api/drafts.ts'

const mine = { userId: 1, queue: 'video', itemId: 7 }
const hour = 60 * 60 * 1000

beforeEach(() => clearDrafts())

it('a draft comes back to the same user and the same item only', () => {
  writeDraft(mine, '画面模糊')
  expect(readDraft(mine)).toBe('画面模糊')
  expect(readDraft({ ...mine, userId: 2 })).toBe('')
  expect(readDraft({ ...mine, itemId: 8 })).toBe('')
  expect(readDraft({ ...mine, queue: 'project' })).toBe('')
})

it('a draft is kept for twelve hours', () => {
  writeDraft(mine, 'blurry', 0)
  expect(readDraft(mine, 12 * hour - 1)).toBe('blurry')
  writeDraft(mine, 'blurry', 0)
  expect(readDraft(mine, 12 * hour)).toBe('')
})

it('somebody else’s sign-in drops the others’ drafts, a sign-out drops all', () => {
  const theirs = { ...mine, userId: 11 }
  writeDraft(mine, 'mine')
  writeDraft(theirs, 'theirs')
  clearDrafts(1)
  expect([readDraft(mine), readDraft(theirs)]).toEqual(['mine', ''])
  clearDrafts()
  expect(readDraft(mine)).toBe('')
})

it('what was typed about an item that is erased goes, and what is about another stays', () => {
  const again = { ...mine, queue: 'reopen-video' }
  const other = { ...mine, itemId: 17 }
  for (const draft of [mine, again, other]) writeDraft(draft, 'Zoe is seen in it')
  clearDraftsOf(['video', 'reopen-video'], 7)
  expect([mine, again, other].map((draft) => readDraft(draft))).toEqual([
    '',
    '',
    'Zoe is seen in it',
  ])
})

it('an emptied text leaves no draft', () => {
  writeDraft(mine, 'x')
  writeDraft(mine, '')
  expect(readDraft(mine)).toBe('')
})
