export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const

/** The next speed up or down; unchanged at either end. */
export function nextSpeed(speed: number, step: 1 | -1): number {
  const index = speeds.findIndex((one) => one >= speed)
  return speeds[index + step] ?? speed
}
