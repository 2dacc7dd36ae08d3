import { arrivalsAhead, forecast } from '@screening-room/contract/forecast'
import { describe, expect, test } from 'vitest'

const load = {
  waiting: 100,
  arrivals: [50, 50, 50, 50],
  people: 1,
  hours: 5,
  secondsPerItem: 300,
  targetHours: 24,
}

describe('the backlog of the next days', () => {
  test('shrinks by what is decided, and never below nothing', () => {
    expect(forecast(load)).toEqual({ backlog: [90, 80, 70, 60], perDay: 60, missedOn: 0 })
    expect(forecast({ ...load, people: 3 })).toEqual({
      backlog: [0, 0, 0, 0],
      perDay: 180,
      missedOn: null,
    })
  })

  test('misses the target on the first day after which it takes longer than that to work off', () => {
    const growing = { ...load, waiting: 0, arrivals: [90, 90, 90, 90] }
    expect(forecast(growing)).toEqual({ backlog: [30, 60, 90, 120], perDay: 60, missedOn: 2 })
    expect(forecast({ ...growing, targetHours: 48 }).missedOn).toBe(null)
  })

  test('with nobody grows by all that comes in', () => {
    expect(forecast({ ...load, people: 0 })).toEqual({
      backlog: [150, 200, 250, 300],
      perDay: 0,
      missedOn: 0,
    })
  })
})

test('what comes in is the average of the same weekday, through the end of a month', () => {
  // Wednesday the 18th to Tuesday the 31st of March.
  const starts = Array.from({ length: 14 }, (_, index) => `2026-03-${18 + index}T00:00:00`)
  const counts = starts.map((_, index) => (index % 7) * 10 + (index < 7 ? 0 : 2))
  expect(arrivalsAhead(starts, counts, 8)).toEqual([1, 11, 21, 31, 41, 51, 61, 1])
  // A weekday that none of the days was has the average of all.
  expect(arrivalsAhead(['2026-03-31T00:00:00'], [7], 2)).toEqual([7, 7])
  expect(arrivalsAhead([], [], 2)).toEqual([0, 0])
})
