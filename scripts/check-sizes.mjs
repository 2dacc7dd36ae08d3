// No source file is longer than one can hold in one's head. No exceptions, on purpose: split the file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from './files.mjs'
import { root } from './run.mjs'

const limit = 350
const source = /\.(?:ts|tsx|mts|cts|js|mjs|cjs|jsx|css|sql|sh)$/

const tooLong = listFiles('.')
  .filter((path) => source.test(path))
  .map((path) => ({
    path,
    lines: readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length,
  }))
  .filter(({ lines }) => lines > limit)

for (const { path, lines } of tooLong)
  console.log(`${path}: ${lines} lines, the limit is ${limit}.`)
if (tooLong.length > 0) process.exitCode = 1
