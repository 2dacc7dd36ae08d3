/** The script in a bundle, which needs nothing but Node: few lines, so that they can be read before they are run. */
export const bundleVerifier = `// node verify.mjs <the seal that you keep>     such as 48201:9f3a…
// Says whether these events are in the record that the seal stands for. It reads its own folder and nothing else;
// a copy of the script that you trust takes another folder after the seal.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'

const [, script, seen, elsewhere] = process.argv
const folder = pathToFileURL((elsewhere ?? dirname(script)) + '/')
const read = (name) => readFileSync(new URL(name, folder))
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const bytes = (hex) => Buffer.from(hex, 'hex')
const check = (holds, why) => {
  if (!holds) throw new Error(why)
}

// The root above a leaf: what stands beside its way comes from below (RFC 6962, section 2.1.1).
function rootAbove(leaf, index, count, beside) {
  if (count === 1) return leaf
  let left = 1
  while (left * 2 < count) left *= 2
  const below = index < left ? rootAbove(leaf, index, left, beside) : rootAbove(leaf, index - left, count - left, beside)
  const other = bytes(beside.shift() ?? '')
  return index < left ? sha256(Buffer.of(1), below, other) : sha256(Buffer.of(1), other, below)
}

try {
  const kept = /^([1-9][0-9]*):([0-9a-f]{64})$/.exec(seen ?? '')
  check(kept, 'give the seal that you keep: node verify.mjs 48201:9f3a…')

  // No file is missing, added or changed.
  const manifest = read('manifest.json').toString()
  const files = JSON.parse(manifest)
  check(JSON.stringify(files) === manifest, 'manifest.json was changed')
  const names = [...Object.keys(files), 'manifest.json'].sort()
  check(names.join() === readdirSync(folder).sort().join(), 'the files are not those of the manifest')
  for (const [name, hash] of Object.entries(files))
    check(sha256(read(name)).toString('hex') === hash, name + ' was changed')

  const { seal, queue, id, events, unproven } = JSON.parse(read('events.json'))
  check(String(seal) === kept[1], 'this bundle is for the seal ' + seal + ': export it again for ' + kept[1])
  for (const event of events) {
    const { position, previous, text, salt, texts, beside } = event
    const row = JSON.parse(text)
    const isNew = row[0] === 'format 2'
    // Of format 2 the last is the hash of the texts, before it was the reason itself.
    const [number, at, , who, action, about, subject, , , words] = isNew ? row.slice(1) : row
    const own = sha256(bytes(previous), text)
    const path = [...beside]
    const root = rootAbove(sha256(Buffer.of(0), own), position - 1, seal, path)
    check(root.toString('hex') === kept[2] && path.length === 0, 'event ' + number + ' is not under this seal')
    if (isNew && texts !== null)
      check(sha256(bytes(salt), texts).toString('hex') === words, 'the texts of event ' + number + ' were changed')
    check(about === queue && subject === id, 'event ' + number + ' is about something else')
    const reason = !isNew ? words : texts === null ? '(erased)' : JSON.parse(texts)[0]
    console.log('#' + position, new Date(at * 1000).toISOString(), who, action, JSON.stringify(reason))
  }
  console.log('PROVEN: ' + events.length + ' events are as they were sealed; not covered by this seal: ' + unproven.length)
} catch (error) {
  console.error('REFUSED: ' + error.message)
  process.exit(1)
}
`
