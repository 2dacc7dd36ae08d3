import { parseArgs } from 'node:util'
import { projectCalls } from '@screening-room/contract/projects'
import type { ProviderExtra } from '@screening-room/contract/settings'
import { videoCalls } from '@screening-room/contract/videos'
import { allowReaderToLeave, say } from './output.ts'
import { openProvider } from './provider-client.ts'
import { type Finding, walkProvider } from './provider-walk.ts'

/* npm run provider-check: whether a provider speaks the calls of the specification. Exit code 1: something is missing. */

const usage = `npm run provider-check -- --url https://api.example.com --phone 13900000000 --pwd … [--write]
--write also tries what changes something: it decides on pending items and adds a category and a tag.`

const words: Record<Finding['result'], string> = {
  fits: 'fits',
  tolerated: 'tolerated',
  missing: 'MISSING',
  wrong: 'WRONG',
  'not tried': 'not tried',
  absent: 'absent',
}

function printTable(findings: readonly Finding[]): void {
  const rows = findings.map(({ call, result, note }) => [
    words[result],
    `${call.method} ${call.path}`,
    note,
  ])
  const widths = [0, 1].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  for (const row of rows)
    say(
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

/** What may be written into API_EXTRAS. */
function extrasOf(findings: readonly Finding[]): ProviderExtra[] {
  const has = (path: string) =>
    findings.some(({ call, result }) => call.path === path && /^(fits|tolerated)$/.test(result))
  return [
    ...(has(projectCalls.list.path) ? (['projects'] as const) : []),
    ...(has(videoCalls.project.tag.path) ? (['featured'] as const) : []),
  ]
}

function summary(findings: readonly Finding[]): string {
  const count = (result: Finding['result']) =>
    findings.filter((one) => one.result === result).length
  return Object.keys(words)
    .map((result) => [result, count(result as Finding['result'])] as const)
    .filter(([, n]) => n > 0)
    .map(([result, n]) => `${n} ${result}`)
    .join(', ')
}

async function main(): Promise<number> {
  allowReaderToLeave()
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      phone: { type: 'string' },
      pwd: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  })
  const { url = '', phone, pwd, write } = values
  if (!/^https?:\/\//.test(url) || !URL.canParse(url) || !phone || !pwd) {
    process.stderr.write(`${usage}\n`)
    return 2
  }
  const stamp = new Date().toISOString().slice(0, 19)
  const provider = openProvider(new URL(url).origin)
  const findings = await walkProvider(provider, { phone, pwd }, write ? { stamp } : undefined)
  printTable(findings)
  say('')
  say(summary(findings))
  const extras = extrasOf(findings)
  if (extras.length > 0) say(`Beyond the specification: API_EXTRAS=${extras.join(',')}`)
  return findings.some(({ result }) => result === 'missing' || result === 'wrong') ? 1 : 0
}

process.exitCode = await main().catch((error: Error) => {
  // parseArgs says in a sentence which option it does not know.
  process.stderr.write(`${error.message}\n${usage}\n`)
  return 2
})
