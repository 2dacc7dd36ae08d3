import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where a program of the system is, which a fresh machine may lack; servers are often outside the PATH. */
export function findProgram(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}
