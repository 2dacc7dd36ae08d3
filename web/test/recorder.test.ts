import { type Played, secondsNeeded, secondsWatched } from '@screening-room/contract/receipt'
import { describe, expect, it } from 'vitest'
import {
  createRecorder,
  limitRanges,
  maxRanges,
  visibleRanges,
} from '../src/screens/focus/player/recorder.ts'

const plain = { speed: 1, muted: true, visible: true }

/** A video and a clock that advance together by default. */
function screening() {
  let [clock, time] = [1000, 0]
  const start = clock
  const recorder = createRecorder(plain, () => clock)
  let speed = 1
  return {
    recorder,
    play(seconds: number, each = 0.25) {
      recorder.playedTo(time)
      for (let left = seconds; left > 1e-9; left -= each) {
        clock += Math.min(each, left) * 1000
        time += Math.min(each, left) * speed
        recorder.playedTo(time)
      }
    },
    stall(seconds: number) {
      clock += seconds * 1000
      recorder.playedTo(time)
    },
    /** Time passes without events. */
    wait(seconds: number) {
      clock += seconds * 1000
    },
    seek(to: number) {
      recorder.endRange()
      time = to
    },
    /** A jump without an event. */
    slip(to: number) {
      time = to
    },
    speed(now: number) {
      speed = now
      recorder.setMode({ speed })
    },
    elapsed: () => (clock - start) / 1000,
  }
}

describe('what was played', () => {
  it('is one range as long as nothing changes', () => {
    const it = screening()
    it.play(3)
    it.stall(5)
    it.play(2)
    expect(it.recorder.played()).toEqual([{ from: 0, to: 5, ...plain }])
  })

  it('a seek starts a new range, and what lies between was not played', () => {
    const it = screening()
    it.play(2)
    it.seek(30)
    it.play(1)
    it.seek(10)
    it.play(1)
    expect(it.recorder.played()).toEqual([
      { from: 0, to: 2, ...plain },
      { from: 30, to: 31, ...plain },
      { from: 10, to: 11, ...plain },
    ])
    expect(secondsWatched(it.recorder.played())).toBe(4)
  })

  it('a small seek leaves a gap too, and so does one after a long wait', () => {
    const it = screening()
    it.play(1)
    it.seek(1.2)
    it.play(1)
    it.recorder.endRange()
    it.wait(10)
    it.seek(7)
    it.play(1)
    expect(it.recorder.played().map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [1.2, 2.2],
      [7, 8],
    ])
  })

  it('a jump without an event counts nothing, forwards or backwards', () => {
    const it = screening()
    it.play(1)
    it.slip(20)
    it.play(1)
    it.slip(5)
    it.play(1)
    expect(it.recorder.played().map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [20, 21],
      [5, 6],
    ])
  })

  it('speed, sound and visibility are recorded with the seconds they apply to', () => {
    const it = screening()
    it.play(1)
    it.speed(2)
    it.play(1)
    it.recorder.setMode({ muted: false })
    it.play(1)
    it.recorder.setMode({ visible: false })
    it.play(2)
    expect(it.recorder.played()).toEqual([
      { from: 0, to: 1, speed: 1, muted: true, visible: true },
      { from: 1, to: 3, speed: 2, muted: true, visible: true },
      { from: 3, to: 5, speed: 2, muted: false, visible: true },
      { from: 5, to: 9, speed: 2, muted: false, visible: false },
    ])
    expect(secondsWatched(it.recorder.played())).toBe(5)
    expect(secondsNeeded(it.recorder.played())).toBeLessThanOrEqual(it.elapsed())
  })

  it('never needs more time than has passed, whatever the video’s clock shows', () => {
    let clock = 0
    const recorder = createRecorder(plain, () => clock)
    for (let time = 0; time < 60; time += 0.3) {
      recorder.playedTo(time)
      clock += 200
    }
    expect(secondsNeeded(recorder.played())).toBeLessThanOrEqual(clock / 1000 + 0.5)
  })

  it('is never rounded wider than it was', () => {
    let clock = 0
    const recorder = createRecorder(plain, () => clock)
    recorder.playedTo(1.00049)
    clock += 1000
    recorder.playedTo(1.99951)
    expect(recorder.played()).toEqual([{ from: 1.001, to: 1.999, ...plain }])
  })
})

describe('many ranges', () => {
  const range = (from: number, to: number, more: Partial<Played> = {}): Played => ({
    from,
    to,
    ...plain,
    ...more,
  })
  const isIn = (time: number, all: readonly Played[], visible: boolean) =>
    all.some((one) => one.visible === visible && one.from <= time && time <= one.to)

  it('of one mode that overlap become one', () => {
    expect(limitRanges([range(0, 5), range(3, 8), range(8, 9)], 1)).toEqual([range(0, 9)])
  })

  it('that differ are merged to the weaker claim, and visibility is never gained', () => {
    const joined = limitRanges([range(0, 5), range(5, 8, { speed: 2, muted: false })], 1)
    expect(joined).toEqual([range(0, 8, { speed: 2 })])
    const apart = [range(0, 5), range(5, 8, { visible: false })]
    expect(limitRanges(apart, 1)).toEqual([range(0, 5)])
  })

  it('are at most five hundred, and no second is added', () => {
    const it = screening()
    const dice = (n: number) => ((n * 7919) % 1009) / 1009
    for (let n = 0; n < 2000; n++) {
      it.seek(Math.round(dice(n) * 3000))
      it.recorder.setMode({ muted: dice(n + 1) > 0.5, visible: dice(n + 2) > 0.3 })
      it.speed(dice(n + 3) > 0.5 ? 1 : 2)
      it.play(0.5)
    }
    const all = it.recorder.played()
    expect(all.length).toBeLessThanOrEqual(maxRanges)
    expect(all.length).toBeGreaterThan(100)
    expect(secondsNeeded(all)).toBeLessThanOrEqual(it.elapsed())
  })

  it('cut to fewer cover nothing new', () => {
    const many = Array.from({ length: 900 }, (_, n) =>
      range((n * 37) % 1500, ((n * 37) % 1500) + 0.6, {
        speed: 1 + (n % 3),
        visible: n % 5 > 0,
      }),
    )
    const few = limitRanges(many, 50)
    expect(few).toHaveLength(50)
    for (const { from, to, visible } of few)
      for (const time of [from, (from + to) / 2, to])
        expect(isIn(time, many, visible), String(time)).toBe(true)
  })
})

it('the seek bar shows what was visible, each second once', () => {
  const played = [
    { from: 10, to: 12, ...plain },
    { from: 0, to: 5, ...plain },
    { from: 4, to: 6, ...plain, speed: 2 },
    { from: 20, to: 30, ...plain, visible: false },
  ]
  expect(visibleRanges(played)).toEqual([
    { from: 0, to: 6 },
    { from: 10, to: 12 },
  ])
})
