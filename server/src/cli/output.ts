/** What a shell reports of a program whose reader went away: 128 and the number of SIGPIPE. */
const readerGone = 141

/**
 * The reader of a command's output may stop early, as `head` does. The command then runs to its end,
 * so that nothing is left half done, and prints nothing more.
 */
export function allowReaderToLeave(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exitCode ??= readerGone
    })
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`)
