/**
 * Runs a job again and again, with a pause after each round. Stopping lets the current round finish;
 * `stopped` tells it to be quick.
 */
export function repeat(
  round: (stopped: () => boolean) => Promise<void>,
  pauseMs: () => number,
): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const next = () => {
    if (stopped) return
    timer = setTimeout(() => {
      running = round(() => stopped).then(next)
    }, pauseMs())
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
