import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/*
 * Every `import()` of the build goes through `loadPart`, in place of Vite's own preloading: that puts
 * <link rel="modulepreload"> into the page, and a browser never asks again for one that failed.
 */

const loader = join(import.meta.dirname, '../src/api/parts.ts')

/** Vite's name for the function around each `import()`, which gets the list of files. */
const helper = '\0vite/preload-helper.js'

/** The scripts that run before any part is asked for. */
function firstScripts(bundle: Rolldown.OutputBundle): Set<string> {
  const found = new Set<string>()
  const visit = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || found.has(file)) return
    found.add(file)
    chunk.imports.forEach(visit)
  }
  for (const [file, chunk] of Object.entries(bundle))
    if (chunk.type === 'chunk' && chunk.isEntry) visit(file)
  return found
}

export function partLoader(): Plugin {
  let first = new Set<string>()
  return {
    name: 'part-loader',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          // Vite leaves a part out that needs no other file, and names what is there already.
          resolveDependencies: (file, others, { hostType }) =>
            hostType === 'js'
              ? [...new Set([file, ...others])].filter((one) => !first.has(one))
              : others,
        },
      },
    }),
    load: (id) =>
      id === helper
        ? `export { loadPart as __vitePreload } from ${JSON.stringify(loader)}`
        : undefined,
    // Every visit needs it, and `fetch` takes it from here; a preload that failed is asked for again.
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => /^assets\/start-[^/]*\.js$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'fetch', crossorigin: '', href: `./${file}` },
            injectTo: 'head' as const,
          })),
    },
    // Before Vite writes the lists.
    generateBundle(_, bundle) {
      first = firstScripts(bundle)
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      if (!chunks.some(({ moduleIds }) => moduleIds.includes(loader)))
        this.error('no import() goes through web/src/api/parts.ts: has Vite renamed its helper?')
    },
  }
}
