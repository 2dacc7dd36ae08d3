// The walls that imports cannot show: what is a global or a spelling is searched for in the text.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from './files.mjs'
import { root } from './run.mjs'

/** What each queue is called, and the files of its own noun. A report's item is its video. */
const queueNames = [
  { names: 'certification|auth', own: /certification/i },
  // Also the name of a type of video.
  { names: 'project', own: /project|video|report/i },
  { names: 'video|project-video|personal-video', own: /video|report/i },
  { names: 'report', own: /report/i },
]
/** The table of queues, and the lists to which a new one is added. */
const queueLists =
  /^contract\/src\/queues\.ts$|^server\/src\/domain\/(?:items|platform-kinds|export-columns)\.ts$|^contract\/src\/(?:platform(?:-examples)?|exports)\.ts$|^server\/src\/store\/(?:erasure|item-story)\.ts$|^web\/src\/(?:api\/list-calls|app\/routes)\.ts$/
/** Beside those: where an item or its rows stand under the name of their queue. A member's certification is a fact. */
const queueRecords =
  /^contract\/src\/(?:focus|members)\.ts$|^server\/src\/store\/(?:queues|exports|platform-rows|members)\.ts$|^server\/src\/domain\/(?:members|record-exports)\.ts$|^web\/src\/screens\/focus\/item\/ItemFacts\.tsx$/
/** Words for people, and rows of the demo. */
const noQueues = /^contract\/src\/refusals\.ts$|^web\/src\/texts\/|^server\/src\/db\/demo\//

const queueWalls = queueNames.map(({ names, own }) => ({
  what: new RegExp(`(?<!createElement\\()(['"\`])(?:${names})\\1`),
  within: /^(?:contract|server|web)\/src\//,
  allowed: new RegExp([own, queueLists, noQueues].map(({ source }) => source).join('|'), 'i'),
  why: 'shared code reads the table in contract/src/queues.ts; a queue is named there and in its own files',
}))

const key = (names) => `(?:^|[{,(])[ \\t]*(?:(?:${names})|'(?:${names})')\\??:`
/** Keys that are no other noun's, and two neighbours that are both a queue. */
const queueKeys = [
  { what: new RegExp(key('certification|auth|project-video|personal-video')) },
  {
    what: new RegExp(
      `${key('project|video|report')}[^\n]*(?:\n|,)${key('project|video|report')}`,
      'gm',
    ),
    acrossLines: true,
  },
].map((wall) => ({
  ...wall,
  within: /^(?:contract|server|web)\/src\//,
  allowed: new RegExp(
    [/certification/i, /\/reports?\.ts$/, queueLists, queueRecords, noQueues]
      .map(({ source }) => source)
      .join('|'),
    'i',
  ),
  why: 'shared code reads the table in contract/src/queues.ts: a record with a key for each queue is one more list to which a new queue is added',
}))

const walls = [
  ...queueWalls,
  ...queueKeys,
  {
    what: /\bprocess\s*\??\.\s*env\b|\bprocess\s*\[|\}\s*=\s*process\b|from\s*['"](?:node:)?process['"]/,
    within: /^(?:contract|server|web)\/src\//,
    allowed: /^server\/src\/config\.ts$/,
    why: 'the environment is read and checked once, in server/src/config.ts; take the value from there',
  },
  {
    what: /(?<![\w$.])(?:(?:window|globalThis|self)\.)?fetch\s*\(|\bXMLHttpRequest\b|\.sendBeacon\b/,
    within: /^(?:contract|web)\/src\//,
    // parts.ts fetches the app's own files, media-probe.ts the first bytes of a film.
    allowed: /^web\/src\/api\/(?:client|parts|media-probe)\.ts$/,
    why: 'every request goes through web/src/api/client.ts, where session, errors and time limits are handled',
  },
  {
    what: /\b(?:localStorage|sessionStorage)\b/,
    within: /^(?:contract|web)\/src\//,
    allowed: /^web\/src\/api\//,
    why: 'what the browser keeps is read and written in web/src/api/ alone, so that signing out can forget it',
  },
  {
    what: /\bsql\s*(?:<[^`]*>)?\s*`|['"`]\s*(?:select\b[^'"`]*\bfrom|insert\s+into|delete\s+from|update\s+\w+\s+set)\s/i,
    within: /^(?:contract|server|web)\/src\//,
    allowed: /^server\/src\/(?:store|db)\//,
    why: 'SQL lives in server/src/store/ and server/src/db/; give the store a function and call it',
  },
  {
    what: /(?<![\w$.])(?:globalThis\.)?fetch\s*\(|^import (?!type).*from\s*['"](?:node:)?(?:https?|undici)['"]/,
    within: /^server\/src\//,
    allowed:
      /^server\/src\/(?:jobs\/webhook-request|http\/(?:api-proxy|bucket-text|identity-provider)|cli\/provider-client)\.ts$/,
    why: 'the server sends webhooks, passes calls on to API_HOST, reads playlists in its bucket and asks the identity provider, and one place does each: rules and SQL must not talk to other hosts',
  },
  {
    what: /['"]nodemailer\b/,
    within: /^(?:contract|server|web)\/src\//,
    allowed: /^server\/src\/http\/mail\.ts$/,
    why: 'mail is sent after a commit, in server/src/http/mail.ts: a rule would mail what may yet be rolled back',
  },
  {
    // Up to `where`, `from` or the end of the template: a condition on a status is no change of one.
    what: /\bupdate\s+(?:only\s+)?(?:(?:"?public"?\s*\.\s*)?"?(?:certification|project|video|report)\b|set\b|\$\{)(?:(?!\b(?:where|from|returning)\b)[^`;])*?(?<![.\w])"?status"?\s*(?:=|,[^`;=]*\)\s*=)/gi,
    within: /^server\/src\//,
    allowed: /^server\/src\/store\/status-changes\.ts$/,
    acrossLines: true,
    why: 'a status, its event and its outbox row change together, in server/src/store/status-changes.ts; call decide or undo',
  },
  {
    what: /\b\w*status\b\s*(?:[!=]==?|[:=])\s*[0358]\b(?!\d)|\bcase\s+[0358]\s*:/i,
    within: /^(?:contract|server|web)\/src\//,
    // The embedded store reads exit statuses of processes.
    allowed: /^contract\/src\/review\.ts$|^server\/src\/db\/embedded\//,
    why: 'the numbers of statuses are written down once, in contract/src/review.ts; use status.pending and its like',
  },
  {
    what: /\bDate\.now\b/,
    within: /^server\/src\//,
    allowed: /^server\/src\/(?:main|jobs\/webhook-request|domain\/media|db\/embedded\/[\w-]+)\.ts$/,
    why: 'a clock that is set right must not prolong a wait: measure time with performance.now(), and compare stored moments in the database',
  },
  {
    what: /(?<!\w)lazy\s*\(/,
    within: /^web\/src\//,
    allowed: /^web\/src\/shared\/lazyPart\.tsx$/,
    why: "React's lazy keeps a failed load for good; use lazyPart from web/src/shared/lazyPart.tsx",
  },
  {
    what: /aggree|vedio/i,
    within: /^(?:server|web)\/src\//,
    inComments: true,
    why: "the wire's odd spellings are written down once, in contract/src/; use our words",
  },
]

const isComment = (line) => /^\s*(?:\/\/|\/\*|\*)/.test(line)

/** The numbers of the lines on which what a wall forbids begins. */
function findIn(text, lines, { what, acrossLines }) {
  if (!acrossLines) return lines.flatMap((line, index) => (what.test(line) ? [index] : []))
  return [...text.matchAll(what)].map(({ index }) => text.slice(0, index).split('\n').length - 1)
}

const faults = listFiles('.')
  .filter((path) => /\.tsx?$/.test(path))
  .flatMap((path) => {
    const held = walls.filter(({ within, allowed }) => within.test(path) && !allowed?.test(path))
    if (held.length === 0) return []
    const text = readFileSync(join(root, path), 'utf8')
    const lines = text.split('\n')
    return held.flatMap((wall) =>
      findIn(text, lines, wall)
        .filter((index) => wall.inComments || !isComment(lines[index]))
        .map((index) => `${path}:${index + 1}: ${lines[index].trim()}\n  ${wall.why}.`),
    )
  })

for (const fault of faults) console.log(fault)
if (faults.length > 0) process.exitCode = 1
