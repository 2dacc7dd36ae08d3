import { afterEach, describe, expect, it, vi } from 'vitest'
import { ageText, endOfDay, period, shownTime, startOfDay, waitText } from '../src/shared/dates.ts'

const days = ['2026-03-08', '2026-11-01', '2024-02-29', '2026-12-31', '2026-01-01']

afterEach(() => vi.unstubAllEnvs())

describe('days stay calendar strings', () => {
  it('start at midnight and end at the last second', () => {
    expect(startOfDay('2026-10-25')).toBe('2026-10-25T00:00:00')
    expect(endOfDay('2026-10-25')).toBe('2026-10-25T23:59:59')
    expect(period({ start: '', end: '2026-10-25' })).toEqual({ end: '2026-10-25T23:59:59' })
  })

  it('leave out what is no day', () => {
    for (const text of ['', '2026-13-01', '2026-1-1', 'yesterday', '2026-01-01T00:00:00'])
      expect(startOfDay(text)).toBeUndefined()
  })

  it('show a wire time as it came', () => {
    expect(shownTime('2026-10-25T01:02:03')).toBe('2026-10-25 01:02:03')
    expect(shownTime('25/10/2026')).toBe('25/10/2026')
    expect(shownTime(null)).toBe('')
  })

  it.each(['Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Shanghai'])(
    'are not shifted in %s',
    (zone) => {
      const expected = days.map((day) => ({ start: `${day}T00:00:00`, end: `${day}T23:59:59` }))
      vi.stubEnv('TZ', zone)
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
      expect(days.map((day) => period({ start: day, end: day }))).toEqual(expected)
    },
  )
})

describe('an age', () => {
  const now = Date.parse('2026-11-18T08:00:00Z')
  const age = (shown: string, language = 'en', zone = 'Asia/Shanghai') =>
    ageText(shown, now, zone, language)

  it('is told in the largest unit that fits, in the clock of the platform', () => {
    expect(age('2026-11-18 15:59:40')).toBe('now')
    expect(age('2026-11-18 15:15:00')).toBe('45m ago')
    expect(age('2026-11-18 13:30:00')).toBe('2h ago')
    expect(age('2026-11-15 15:00:00')).toBe('3d ago')
    expect(age('2026-11-18 15:15:00', 'zh-CN')).toBe('45分钟前')
    expect(age('2026-11-18 07:15:00', 'en', 'UTC')).toBe('45m ago')
  })

  it('of what waits is a length of time, in days from the second one on', () => {
    const waited = (shown: string, language = 'en') =>
      waitText(shown, now, 'Asia/Shanghai', language)
    expect(waited('2026-11-18 15:59:40')).toBe('1 minute')
    expect(waited('2026-11-18 13:30:00')).toBe('2 hours')
    expect(waited('2026-09-18 13:30:00')).toBe('61 days')
    expect(waited('2026-11-15 15:00:00', 'zh-CN')).toBe('3天')
    expect(waited('2026-11-18 16:30:00')).toBeUndefined()
    expect(waited('yesterday')).toBeUndefined()
  })

  it('is the day itself after a month, and the exact time where it lies ahead or is none', () => {
    expect(age('2026-10-01 08:00:00')).toBe('2026-10-01')
    expect(age('2026-11-18 18:00:00')).toBe('2026-11-18 18:00:00')
    expect(age('soon')).toBe('soon')
  })
})
