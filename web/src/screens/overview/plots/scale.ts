/* From numbers to pixels. */

/** A round number not below the highest, and the marks up to it. */
export function roundScale(highest: number): { top: number; marks: number[] } {
  const most = Math.max(highest, 1)
  const power = 10 ** Math.floor(Math.log10(most))
  const step =
    [0.25, 0.5, 1, 2.5].map((part) => part * power).find((one) => most / one <= 4) ?? power
  const whole = Math.max(1, Math.ceil(step))
  const count = Math.ceil(most / whole)
  return {
    top: count * whole,
    marks: Array.from({ length: count + 1 }, (_, index) => index * whole),
  }
}

/** Every how many labels fit side by side. */
export function labelStep(slots: number, width: number, labelWidth: number): number {
  const fits = Math.max(1, Math.floor(width / labelWidth))
  return Math.ceil(slots / fits)
}
