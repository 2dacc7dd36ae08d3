// Which files there are, and whether they changed.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const skipped = new Set(['node_modules', 'dist', 'data', '.cache', '.git', 'coverage'])

/** Every file under a folder of the repository, as sorted paths from the root; a file is itself. */
export function listFiles(path, skip = skipped) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return [path]
  return readdirSync(full, { withFileTypes: true })
    .filter((entry) => !skip.has(entry.name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const inner = path === '.' ? entry.name : `${path}/${entry.name}`
      return entry.isDirectory() ? listFiles(inner, skip) : entry.isFile() ? [inner] : []
    })
}

/** Content, not times: a fresh checkout or a touched file is no reason to work. */
export function hashFiles(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    hash.update(`\0${path}\0`)
    if (existsSync(join(root, path))) hash.update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

/** Names and sizes of what a build wrote: enough to see that something was removed or half written. */
export function listOutputs(folders) {
  return folders
    .flatMap((folder) => listFiles(folder, new Set()))
    .map((path) => `${path} ${statSync(join(root, path)).size}`)
    .join('\n')
}
