/*
 * Loaded into the server's process before anything else: on a signal, something goes wrong inside it
 * that no request and no database can bring about.
 */
const wrongs = {
  heap: () => {
    const kept = []
    // In portions, so that requests go on while the memory fills.
    setInterval(() => kept.push(Array.from({ length: 100_000 }, (_, n) => ({ n }))), 5)
  },
  block: () => {
    for (const end = Date.now() + 3000; Date.now() < end; );
  },
  rejection: () => {
    Promise.reject(new Error('nobody waits for this'))
  },
}

process.on('SIGUSR2', wrongs[process.env.INNER_FAULT])
