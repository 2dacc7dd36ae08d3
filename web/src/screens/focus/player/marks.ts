import type { Mark } from '@screening-room/contract/receipt'

/** As many as one decision carries. */
const most = 30
/** A second press within a second is the same moment; within ten it is the end of a stretch. */
const [soon, long] = [1, 10]

const rounded = (seconds: number) => Math.round(seconds * 100) / 100

/** What a press at this moment makes of the marks. */
export function withMark(marks: readonly Mark[], time: number): Mark[] {
  const last = marks.at(-1)
  const after = last && typeof last.to !== 'number' ? time - last.from : Number.NaN
  if (last && after >= soon && after <= long)
    return [...marks.slice(0, -1), { ...last, to: rounded(time) }]
  const known = marks.some(({ from, to }) => time > from - soon && time < (to ?? from) + soon)
  return known || marks.length >= most ? [...marks] : [...marks, { from: rounded(time) }]
}
