// Plain words in names, comments and docs (docs/style.md), and docs that are wrapped.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from './files.mjs'
import { root } from './run.mjs'
import { classifyLines, docsWidth } from './wrap-markdown.mjs'

const words = [
  {
    what: /\bwhoever\b/i,
    why: 'name the person or the thing: the second reviewer, a client, a request',
  },
  { what: /\b(?:he|him|his|himself)\b/i, why: 'a person is "they"' },
  { what: /\bmoment and a half\b/i, why: 'say how long: 1.5 s' },
  { what: /\bput(?:s|ting)? aside\b/i, why: 'the word is skip' },
  { what: /\bin ?vain\b/i, why: 'say what fails or is wasted' },
  { what: /\blimitCrowd|crowdLimit\b/, why: 'the term is concurrency limit' },
  { what: /\b(?:lock)?deeds?\b/i, why: 'the term is status change, or decision' },
  { what: /\bparcels?\b/i, why: 'the term is webhook message' },
  {
    what: /\b(?:nobodys|longEnough|endure)\b/,
    why: 'say what it is: clearHolder, rereadTimeoutMs, retryOrFail',
  },
  {
    what: /\b(?:const|let|function|type|interface|export)\s+(?:stands|lasts|calm|saying|breath)\b/,
    why: 'say what it is: isEffective, newExpiry, hideMenu, withLateTexts, notifyDebounceMs',
  },
  {
    what: /(?:^\s*(?:\/\/|\/?\*+)|[;,.])\s*answers (?:how|the|their|whether|which|with|`)/i,
    within: /^(?:contract|server)\/src\//,
    why: 'functions return; servers answer',
  },
]

const source = /\.(?:[mc]?[tj]sx?|sql|css|sh|html|md)$|^\.env\.example$/
// Released migrations are never edited, and demo data has people in it.
const exempt =
  /^(?:scripts\/check-words\.mjs|scripts\/test\/checks\.test\.ts|server\/src\/db\/(?:demo\/.*|migrations\/00(?:0\d|1[01])_\w+\.sql))$/

function wordFaults(path, lines) {
  const held = words.filter(({ within }) => !within || within.test(path))
  return lines.flatMap((line, index) =>
    held
      .filter(({ what }) => what.test(line))
      .map(({ what, why }) => `${path}:${index + 1}: ${what.exec(line)[0].trim()}\n  ${why}.`),
  )
}

function widthFaults(path, lines) {
  if (!path.endsWith('.md')) return []
  const kinds = classifyLines(lines)
  return lines.flatMap((line, index) =>
    kinds[index] === 'text' && line.length > docsWidth
      ? [`${path}:${index + 1}: ${line.length} characters\n  docs are wrapped at ${docsWidth}.`]
      : [],
  )
}

const faults = listFiles('.')
  .filter((path) => source.test(path) && !exempt.test(path))
  .flatMap((path) => {
    const lines = readFileSync(join(root, path), 'utf8').split('\n')
    return [...wordFaults(path, lines), ...widthFaults(path, lines)]
  })

for (const fault of faults) console.log(fault)
if (faults.length > 0) process.exitCode = 1
