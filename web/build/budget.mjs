/*
 * Download sizes, gzipped, and numbers of files, from the build's manifest. Fails when a budget is
 * exceeded: before the login form can be used, up to a usable review table, and any part loaded later.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, '../dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
const kB = 1000

const sizes = new Map()
function sizeOf(file) {
  if (!sizes.has(file))
    sizes.set(file, gzipSync(readFileSync(join(dist, file)), { level: 9 }).length)
  return sizes.get(file)
}

/** Every file that these entries need, through their static imports. */
function filesOf(...names) {
  const files = new Set()
  const seen = new Set()
  const visit = (name) => {
    if (seen.has(name)) return
    seen.add(name)
    const entry = manifest[name]
    if (!entry) throw new Error(`the build has no ${name}`)
    files.add(entry.file)
    for (const css of entry.css ?? []) files.add(css)
    for (const imported of entry.imports ?? []) visit(imported)
  }
  names.forEach(visit)
  return files
}

const total = (files) => [...files].reduce((sum, file) => sum + sizeOf(file), 0)

/** The larger of the two languages counts. */
const languages = ['src/texts/en.ts', 'src/texts/zh-CN.ts']
const heaviest = (...names) => Math.max(...languages.map((one) => total(filesOf(...names, one))))
/** Beside its files: the page, the settings, the user, and at most two reads of the screen. */
const others = 5
const countRequests = (...names) => filesOf(...names, languages[0]).size + others

const screens = Object.keys(manifest).filter((name) =>
  /^src\/screens\/\w+\/\w+Screen\.tsx$/.test(name),
)
const isList = /\/(certifications|projects|reports|videos)\//
/** The overview and a person's page share their figures: a file of code and one of style. */
const mostRequests = (screen) => {
  if (isList.test(screen)) return 14
  return screen.includes('/overview/') ? 16 : 15
}
const login = heaviest('index.html') + sizeOf('index.html')
const upTo = (screen) => ['index.html', 'src/app/Dashboard.tsx', screen]
const parts = Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css])
/** Loaded when a film in segments is opened, by browsers that cannot play it. */
const { file: segments } = manifest['src/shared/hls.ts']
const usual = parts.filter((file) => file !== segments)
const largest = usual.reduce((most, file) => (sizeOf(file) > sizeOf(most) ? file : most))

const checks = [
  ['login usable', login / kB, 100, 'kB'],
  ...screens.flatMap((screen) => {
    const name = `up to ${screen.split('/')[2]}`
    return [
      [name, heaviest(...upTo(screen)) / kB, 286, 'kB'],
      [name, countRequests(...upTo(screen)), mostRequests(screen), 'requests'],
    ]
  }),
  [`largest part (${largest})`, sizeOf(largest) / kB, 95, 'kB'],
  ['films in segments', sizeOf(segments) / kB, 120, 'kB'],
]
let over = false
for (const [name, value, limit, unit] of checks) {
  const fits = value <= limit
  over ||= !fits
  const shown = unit === 'kB' ? value.toFixed(1) : value
  console.log(`${fits ? 'ok  ' : 'OVER'} ${name}: ${shown} of ${limit} ${unit}`)
}
process.exitCode = over ? 1 : 0
