// Commit subjects are short enough for `git log --oneline`. Commits up to `base` are older than the rule.
import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { root } from './run.mjs'

const maxLength = 72
const base = process.argv[2] ?? '6ecb9d3'

/** Undefined where git fails: it is not installed, or this is no clone. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

function range() {
  if (git('merge-base', '--is-ancestor', base, 'HEAD') !== undefined) return `${base}..HEAD`
  // A shallow clone that lacks the base holds newer commits only.
  return git('rev-parse', '--is-shallow-repository') === 'true' ? 'HEAD' : undefined
}

const folder = git('rev-parse', '--show-toplevel')
const isClone = folder !== undefined && realpathSync(folder) === realpathSync(root)
const commits = isClone ? range() : undefined
const log = commits && git('log', '--no-merges', '--format=%h %s', commits)

for (const line of log ? log.split('\n') : []) {
  const [hash, ...words] = line.split(' ')
  const subject = words.join(' ')
  if (subject.length <= maxLength) continue
  console.log(
    `${hash}: ${subject}\n  the subject has ${subject.length} characters; ${maxLength} is the limit.`,
  )
  process.exitCode = 1
}
