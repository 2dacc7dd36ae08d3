import type { Mark } from '@screening-room/contract/receipt'
import type { Language } from '@screening-room/contract/refusals'

/* Moments of a video as text. */

/** m:ss (`0:42`), where minutes grow past 59. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Shorter videos show tenths of a second. */
const tenthsBelow = 20

/** A moment of a video of this length: `0:42`, in a short one `0:07.4`. */
export function clockTextIn(length: number, seconds: number): string {
  if (!length || length >= tenthsBelow) return clockText(seconds)
  const tenths = Math.floor(Math.max(0, seconds) * 10 + 1e-6)
  return `${clockText(tenths / 10)}.${tenths % 10}`
}

/** `0:42`, or `0:42–0:47` for a range. */
export function momentText({ from, to }: Mark): string {
  const [start, end] = [clockText(from), clockText(to ?? from)]
  return start === end ? start : `${start}–${end}`
}

/** "at 0:42–0:47 (smoke), 1:10", in the order of the video; empty without marks. */
export function marksText(marks: readonly Mark[], language: Language): string {
  if (marks.length === 0) return ''
  const english = language === 'en'
  const moments = [...marks]
    .sort((a, b) => a.from - b.from)
    .map((mark) => {
      const note = mark.note?.trim()
      if (!note) return momentText(mark)
      return english ? `${momentText(mark)} (${note})` : `${momentText(mark)}（${note}）`
    })
  return english ? `at ${moments.join(', ')}` : `在 ${moments.join('、')}`
}

/** The reason after the marked moments: "at 0:42–0:47: …". */
export function reasonWithMarks(
  marks: readonly Mark[],
  reason: string,
  language: Language,
): string {
  const moments = marksText(marks, language)
  if (!moments || !reason.trim()) return moments || reason
  return language === 'en' ? `${moments}: ${reason}` : `${moments}：${reason}`
}
