import { many } from '../../../torture/figures.ts'

/** How long a test may take that is repeated many times. */
export const patience = many(180_000, 900_000, 36_000_000)

/** Runs many small jobs, a few at a time: fast, yet below the server's own limit on a crowd. */
export async function forMany<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
  atOnce = 8,
): Promise<void> {
  const queue = [...items].values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** For a test that counts for the torture; where all of a file does, the file says so in its first line. */
export const counted = { timeout: patience, tags: ['torture'] }
