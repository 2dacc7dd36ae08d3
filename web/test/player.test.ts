import { describe, expect, it } from 'vitest'
import { withMark } from '../src/screens/focus/player/marks.ts'
import { nextSpeed, speeds } from '../src/screens/focus/player/speeds.ts'
import {
  coarseFirst,
  difference,
  evenTimes,
  sceneChangeTimes,
  timesBetween,
} from '../src/screens/focus/sheet/sheet-times.ts'
import {
  clockText,
  clockTextIn,
  marksText,
  momentText,
  reasonWithMarks,
} from '../src/shared/moments.ts'

describe('the frames of a contact sheet', () => {
  it('are at every tenth and at the end', () => {
    expect(evenTimes(40)).toEqual([0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 39.85])
  })

  it('are fewer where the video is too short for ten', () => {
    expect(evenTimes(0.5)).toEqual([0, 0.25, 0.35])
    expect(evenTimes(0.1)).toEqual([0])
    expect(timesBetween(0.5)).toEqual([])
  })

  it('lie inside of the video, in order, each once', () => {
    for (const duration of [0.04, 0.3, 1, 1.9, 7.33, 65, 3600, 86_400]) {
      const times = [...evenTimes(duration), ...timesBetween(duration)].sort((a, b) => a - b)
      expect(new Set(times).size).toBe(times.length)
      expect(times[0]).toBe(0)
      expect(times.at(-1)).toBeLessThan(duration)
      expect(evenTimes(duration).length).toBeLessThanOrEqual(11)
    }
  })

  it('are read from coarse to fine', () => {
    expect(coarseFirst(11)).toEqual([0, 8, 4, 2, 6, 10, 1, 3, 5, 7, 9])
    expect(coarseFirst(1)).toEqual([0])
  })

  it('include those at scene changes', () => {
    const flat = (value: number) => new Uint8Array(4).fill(value)
    expect(difference(flat(10), flat(30))).toBe(20)
    const looks = [0, 1, 2, 3, 4, 5, 6, 7].map((time) => ({
      time,
      grey: flat(time === 4 || time >= 6 ? 200 : 10 + time),
    }))
    expect(sceneChangeTimes(looks, [0])).toEqual([4, 5, 6])
    expect(sceneChangeTimes(looks, [0, 4])).toEqual([5, 6])
    expect(sceneChangeTimes([...looks].reverse(), [0])).toEqual([4, 5, 6])
  })

  it('a picture that moves all the time has no scene changes, nor has a still one', () => {
    const moving = Array.from({ length: 20 }, (_, time) => ({
      time,
      grey: new Uint8Array(4).fill(time % 2 ? 40 : 80),
    }))
    expect(sceneChangeTimes(moving, [])).toEqual([])
    const still = moving.map(({ time }) => ({ time, grey: new Uint8Array(4).fill(60) }))
    expect(sceneChangeTimes(still, [])).toEqual([])
  })
})

describe('marks', () => {
  it('keep a moment, and a second press soon after makes it a range', () => {
    const one = withMark([], 42.123)
    expect(one).toEqual([{ from: 42.12 }])
    expect(withMark(one, 42.5)).toEqual(one)
    const range = withMark(one, 47)
    expect(range).toEqual([{ from: 42.12, to: 47 }])
    expect(withMark(range, 45)).toEqual(range)
    expect(withMark(range, 50)).toEqual([...range, { from: 50 }])
  })

  it('later or earlier in the video are new ones', () => {
    expect(withMark([{ from: 42 }], 53)).toEqual([{ from: 42 }, { from: 53 }])
    expect(withMark([{ from: 42 }], 20)).toEqual([{ from: 42 }, { from: 20 }])
  })

  it('are thirty at most', () => {
    let marks = withMark([], 0)
    for (let time = 20; time < 2000; time += 20) marks = withMark(marks, time)
    expect(marks).toHaveLength(30)
  })

  it('are written in the order of the video', () => {
    const marks = [{ from: 70 }, { from: 42, to: 47.9 }, { from: 3665, note: 'smoke' }]
    expect(marksText(marks, 'en')).toBe('at 0:42–0:47, 1:10, 61:05 (smoke)')
    expect(marksText(marks, 'zh-CN')).toBe('在 0:42–0:47、1:10、61:05（smoke）')
    expect(marksText([], 'en')).toBe('')
    expect(momentText({ from: 42, to: 42.8 })).toBe('0:42')
    expect(clockText(-1)).toBe('0:00')
    expect([0, 1.4, 2.8, 19.85].map((at) => clockTextIn(19.9, at))).toEqual([
      '0:00.0',
      '0:01.4',
      '0:02.8',
      '0:19.8',
    ])
    expect([clockTextIn(20, 1.4), clockTextIn(0, 1.4)]).toEqual(['0:01', '0:01'])
  })

  it('come before the reason', () => {
    const marks = [{ from: 42, to: 47 }]
    expect(reasonWithMarks(marks, 'too loud', 'en')).toBe('at 0:42–0:47: too loud')
    expect(reasonWithMarks(marks, '声音过大', 'zh-CN')).toBe('在 0:42–0:47：声音过大')
    expect(reasonWithMarks([], 'too loud', 'en')).toBe('too loud')
    expect(reasonWithMarks(marks, ' ', 'en')).toBe('at 0:42–0:47')
  })
})

it('speeds go up and down by one, and stay at the ends', () => {
  expect(nextSpeed(1, 1)).toBe(1.25)
  expect(nextSpeed(1, -1)).toBe(0.75)
  expect(nextSpeed(speeds[0], -1)).toBe(0.5)
  expect(nextSpeed(4, 1)).toBe(4)
})
