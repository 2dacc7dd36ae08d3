export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const

/** The next one up or down; at either end it stays. */
export function nextSpeed(speed: number, step: 1 | -1): number {
  const place = speeds.findIndex((one) => one >= speed)
  return speeds[place + step] ?? speed
}
