import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/*
 * Few files, loaded side by side: a request costs more than the code that a screen does not need yet.
 * A screen, and what only it needs, is a file of its own.
 */

const source = join(import.meta.dirname, '../src')
/** Signing in, and what an address leads to: neither needs a component. */
const starts = ['app/sign-in.ts', 'app/routes.ts'].map((file) => join(source, file))

let needed: Set<string> | undefined

function isNeededToStart(id: string, context: Rolldown.ChunkingContext): boolean {
  if (!needed) {
    const seen = new Set<string>()
    const visit = (one: string) => {
      if (seen.has(one)) return
      seen.add(one)
      context.getModuleInfo(one)?.importedIds.forEach(visit)
    }
    starts.forEach(visit)
    needed = seen
  }
  return needed.has(id)
}

const ofLists = new RegExp(
  [
    'node_modules/(antd/es|@rc-component)/(select|pagination|virtual-list)/(?!.*locale)',
    'src/shared/(FilterBar|NumberedPager|Pagers|ReviewTable|SearchLimits|useShownPage)\\.tsx?$',
  ]
    .join('|')
    .replaceAll('/', String.raw`[\\/]`),
)

/** What a list shows comes in one sheet, with the antd of the shell: a screen's few rules are no file of their own. */
const ofListStyles =
  /virtual:antd(\/(Checkbox|Pagination))?\.css$|[\\/]src[\\/](app|shared|ui|screens[\\/](certifications|projects|reports|videos))[\\/][\w-]+\.css$/

const ofFactors =
  /[\\/](node_modules[\\/]@simplewebauthn[\\/]|contract[\\/]\w+[\\/](confirmations|factors)\.|src[\\/]shared[\\/]useConfirmed)/

/** The first group that takes a module has it. */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'first', tags: ['$initial'] },
  { name: (id, context) => (isNeededToStart(id, context) ? 'start' : null) },
  // Focus review does without.
  { name: 'lists', test: ofLists, minShareCount: 2, includeDependenciesRecursively: false },
  // Few people open what shares it.
  { name: 'factors', test: ofFactors, includeDependenciesRecursively: false },
  { name: 'styles', test: ofListStyles },
  {
    name: 'figures',
    test: /[\\/]screens[\\/]overview[\\/]/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  // antd, and what several screens use.
  { name: 'kit', minShareCount: 2 },
]

/** Files that import each other in a circle use what is not there yet: the page stays empty, and only in a browser. */
export function refuseCircles(): Plugin {
  return {
    name: 'refuse-circles',
    apply: 'build',
    generateBundle(_, bundle) {
      const done = new Set<string>()
      const visit = (file: string, path: readonly string[]) => {
        if (path.includes(file)) this.error(`Files in a circle: ${[...path, file].join(' → ')}`)
        const chunk = bundle[file]
        if (done.has(file) || chunk?.type !== 'chunk') return
        for (const next of chunk.imports) visit(next, [...path, file])
        done.add(file)
      }
      for (const file of Object.keys(bundle)) visit(file, [])
    },
  }
}
