import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync } from 'node:fs'

const largestLog = 8 * 1024 * 1024
const tailBytes = 4_000

export function logSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

// PostgreSQL appends through a handle of its own, so the file is emptied in place, not renamed.
export function boundLog(file: string): void {
  if (logSize(file) <= largestLog) return
  copyFileSync(file, `${file}.1`)
  truncateSync(file)
}

export function logTail(file: string, from: number): string {
  const size = logSize(file)
  const start = Math.max(from, size - tailBytes)
  if (size <= start) return ''
  const handle = openSync(file, 'r')
  try {
    const buffer = Buffer.alloc(size - start)
    return buffer.toString('utf8', 0, readSync(handle, buffer, 0, buffer.length, start)).trim()
  } finally {
    closeSync(handle)
  }
}
