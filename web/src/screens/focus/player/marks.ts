import type { Mark } from '@screening-room/contract/receipt'

/** The limit of one decision. */
const maxMarks = 30
/** A second press within one second is the same mark; within ten it ends a range. */
const [sameMarkSeconds, maxRangeSeconds] = [1, 10]

const rounded = (seconds: number) => Math.round(seconds * 100) / 100

/** The marks after a press at this time. */
export function withMark(marks: readonly Mark[], time: number): Mark[] {
  const last = marks.at(-1)
  const after = last && typeof last.to !== 'number' ? time - last.from : Number.NaN
  if (last && after >= sameMarkSeconds && after <= maxRangeSeconds)
    return [...marks.slice(0, -1), { ...last, to: rounded(time) }]
  const known = marks.some(
    ({ from, to }) => time > from - sameMarkSeconds && time < (to ?? from) + sameMarkSeconds,
  )
  return known || marks.length >= maxMarks ? [...marks] : [...marks, { from: rounded(time) }]
}
