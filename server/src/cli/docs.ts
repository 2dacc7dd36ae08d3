import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { callsMarkdown } from '../apidoc/calls-markdown.ts'
import { openApiText } from '../apidoc/openapi.ts'
import { allowReaderToLeave, say } from './output.ts'

allowReaderToLeave()

// The repository's root lies as deep from server/src/cli as from server/dist/cli.
const fileOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

function read(path: string): string | undefined {
  try {
    return readFileSync(fileOf(path), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const printed = { 'docs/calls.md': callsMarkdown(), 'docs/openapi.json': openApiText() }
const stale = Object.entries(printed).filter(([path, text]) => read(path) !== text)

if (process.argv.includes('--check')) {
  for (const [path] of stale) console.error(`${path} is stale: run \`npm run docs\`.`)
  if (stale.length > 0) process.exitCode = 1
} else {
  for (const [path, text] of stale) {
    mkdirSync(dirname(fileOf(path)), { recursive: true })
    writeFileSync(fileOf(path), text)
    say(`${path} written.`)
  }
  if (stale.length === 0) say('The docs are fresh.')
}
