// A copy of the project in a folder of its own, in which a file can be changed without harm.
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listFiles } from './files.mjs'
import { root } from './run.mjs'

/** Copies what the repository holds below these paths; packages are linked, our own to the copy. */
export function copyProject(copy, paths = ['.']) {
  const files = paths.flatMap((path) => listFiles(path))
  for (const path of files.filter((path) => !path.startsWith('e2e/test-results/'))) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path))
  }
  mkdirSync(join(copy, 'node_modules/@screening-room'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@screening-room' && name !== '.cache')
      symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  for (const name of readdirSync(join(root, 'node_modules/@screening-room')))
    if (existsSync(join(copy, name)))
      symlinkSync(join(copy, name), join(copy, 'node_modules/@screening-room', name))
}
