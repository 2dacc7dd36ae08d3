import { expect, it } from 'vitest'
import {
  filterFromQuery,
  focusPath,
  kindHandedOut,
  listFromPath,
  otherQueues,
} from '../src/screens/focus/addresses.ts'
import {
  rejectMessage,
  reportedReasons,
  toggleId,
} from '../src/screens/focus/decisions/reason-strips.ts'
import { listPath } from '../src/shared/list-address.ts'
import { reasonsOf } from '../src/shared/useRejectReasons.ts'

const query = (text: string) => new URLSearchParams(text)

it('the queue is the last part of the path', () => {
  expect(listFromPath('/dashboard/focus/report')).toBe('report')
  expect(listFromPath('/dashboard/focus/personal-video')).toBe('personal-video')
})

it('the filters of the list are read, those of the page are not', () => {
  const list = 'search=%20tea%20&start=2026-01-02&end=2026-01-03&status=0&page=3&tab=personal'
  expect(filterFromQuery('personal-video', query(list))).toEqual({
    queue: 'personal-video',
    search: 'tea',
    start: '2026-01-02T00:00:00',
    end: '2026-01-03T23:59:59',
  })
})

it('a filter is sent only if its queue has it', () => {
  const all = query('roleId=3&videoType=1')
  expect(filterFromQuery('certification', all)).toEqual({ queue: 'auth', roleId: 3 })
  expect(filterFromQuery('report', all)).toEqual({ queue: 'report', videoType: 1 })
  expect(filterFromQuery('project', all)).toEqual({ queue: 'project' })
})

it('reports without a type use the list’s default; a mistyped filter is ignored', () => {
  expect(filterFromQuery('report', query('videoType=x'))).toEqual({ queue: 'report', videoType: 0 })
  expect(filterFromQuery('certification', query('roleId=0x1&start=tomorrow'))).toEqual({
    queue: 'auth',
  })
})

it('quitting leads back to the same list with its filters', () => {
  expect(listPath('project', query(''))).toBe('/dashboard/project-review')
  expect(listPath('certification', query('roleId=3&page=2'))).toBe(
    '/dashboard/auth-review?roleId=3&page=2',
  )
  expect(listPath('personal-video', query('status=0'))).toBe(
    '/dashboard/video-review?status=0&tab=personal',
  )
})

it('the type that is handed out is named where a list has several', () => {
  expect(kindHandedOut('report', query(''))).toBe('promo')
  expect(kindHandedOut('report', query('videoType=1'))).toBe('personal')
  for (const list of ['project-video', 'personal-video', 'project', 'certification'] as const)
    expect(kindHandedOut(list, query('roleId=2')), list).toBeUndefined()
})

it('the other queues leave out this one, unless it was filtered', () => {
  const counts = {
    certifications: 2,
    projects: 0,
    projectVideos: 5,
    personalVideos: 0,
    reports: { promo: 1, personal: 4, project: 0 },
  }
  const names = (here: string) => otherQueues(here, counts).map(({ path: to }) => to)
  expect(names(focusPath('project-video', query('page=2')))).toEqual([
    'auth',
    'report?videoType=0',
    'report?videoType=1',
  ])
  expect(names(focusPath('report', query('videoType=1')))).not.toContain('report?videoType=1')
  expect(names(focusPath('certification', query('roleId=1')))).toContain('auth')
})

const reason = (id: number, digit: number | null, active = true) => ({
  id,
  queue: 'video' as const,
  label: `理由${id}`,
  labelEn: `reason ${id}`,
  text: `请修改 ${id}`,
  textEn: `Please change ${id}`,
  digit,
  active,
})

it('reasons are those of the queue, in the order they came, retired ones not at all', () => {
  const all = [reason(3, 1), reason(4, 2, false), reason(2, 9), reason(1, null)]
  expect(reasonsOf(all, 'video').map(({ id }) => id)).toEqual([3, 2, 1])
  expect(reasonsOf(all, 'project')).toEqual([])
})

it('the submitter’s message is in the reviewer’s language, with the marked moments if there is room', () => {
  const marks = [{ from: 42, to: 47 }]
  expect(rejectMessage(reason(1, 1), [], 'zh-CN')).toBe('请修改 1')
  expect(rejectMessage(reason(1, 1), marks, 'en')).toBe('at 0:42–0:47: Please change 1')
  const long = { ...reason(1, 1), textEn: 'x'.repeat(495) }
  expect(rejectMessage(long, marks, 'en')).toBe(long.textEn)
})

it('a take-down starts with the reasons of its reports that still exist', () => {
  const reports = [7, 3, 3, 99].map((reportMessageId, id) => ({
    id,
    videoId: 1,
    videoType: 0,
    reportStatus: 0,
    reportMessageId,
  }))
  const known = [1, 3, 7].map((id) => ({ id, reportMessage: '' }))
  expect(reportedReasons({ lease: '', id: 1, secondsLeft: 1, reports }, known)).toEqual([3, 7])
  expect(toggleId([3, 7], 3)).toEqual([7])
  expect(toggleId([7], 3)).toEqual([7, 3])
})
