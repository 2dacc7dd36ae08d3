import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

/* The lazy parts of the build, as its manifest names them, and files that get lost on the way. */

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
}

const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(new URL('../../web/dist/.vite/manifest.json', import.meta.url), 'utf8'),
)

/** Without the hash of its content. */
const nameOf = (key: string) => key.replace(/^_(.+)-[\w-]{8}\.js$/, '$1')

const chunk = (name: string) => {
  const found = Object.entries(manifest).find(([key]) => nameOf(key) === name)?.[1]
  if (!found) throw new Error(`the build has no ${name}`)
  return found
}

/** Every part that some `import()` asks for. */
export const lazyParts = [
  ...new Set(Object.values(manifest).flatMap(({ dynamicImports = [] }) => dynamicImports)),
].map(nameOf)

interface Files {
  scripts: Set<string>
  styles: Set<string>
}

function filesOf(names: string[]): Files {
  const files: Files = { scripts: new Set(), styles: new Set() }
  const visit = ({ file, css = [], imports = [] }: Chunk) => {
    if (files.scripts.has(file)) return
    files.scripts.add(file)
    for (const one of css) files.styles.add(one)
    for (const key of imports) visit(chunk(nameOf(key)))
  }
  for (const name of names) visit(chunk(name))
  return files
}

/** The file of a part, and one script and one sheet that it needs and that are not there yet. */
export function filesToLose(name: string, loaded: string[], arrived: Set<string>) {
  const own = chunk(name).file
  const needed = filesOf([name])
  const { scripts, styles } = filesOf(['index.html', ...loaded])
  const there = new Set([...scripts, ...styles, ...arrived])
  return {
    own,
    dependency: [...needed.scripts].find((file) => file !== own && !there.has(file)),
    style: [...needed.styles].find((file) => !there.has(file)),
  }
}

export const fileOf = (name: string) => chunk(name).file

/** Requests for these files break off; answers how often some did, what has arrived, and how to lose others. */
export async function loseFiles(page: Page) {
  let lost: string[] = []
  const broken: string[] = []
  const arrived = new Set<string>()
  await page.route('**/assets/*', (route) => {
    const file = new URL(route.request().url()).pathname.slice(1)
    if (lost.includes(file)) {
      broken.push(file)
      return route.abort('connectionreset')
    }
    arrived.add(file)
    return route.continue()
  })
  return {
    lose: (files: string[]) => {
      lost = files
    },
    count: (files: string[]) => broken.filter((file) => files.includes(file)).length,
    arrived,
  }
}
