/**
 * Work that is never done: a round, a rest, the next round. Stopping lets the round under way finish,
 * which is told by `stopped`.
 */
export function inRounds(
  round: (stopped: () => boolean) => Promise<void>,
  rest: () => number,
): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const next = () => {
    if (stopped) return
    timer = setTimeout(() => {
      running = round(() => stopped).then(next)
    }, rest())
  }
  next()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
