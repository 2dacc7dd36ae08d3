import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import { ConfigProvider, theme } from 'antd'
import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'
import type { Plugin } from 'vite'
import { type Mode, themeOf } from '../src/ui/theme.ts'
import { firstComponents, samples } from './antd-samples.ts'

/*
 * antd's styles become static sheets at build time: the server's content policy allows no <style>
 * element, and static sheets are faster. What the first screen needs is one
 * sheet; every other component's sheet loads with the part of the app that imports it.
 * The bundle contains the components without the functions that compute their rules.
 */

const source = join(import.meta.dirname, '../src')
const sheetName = /^\0?virtual:antd(?:\/(\w+))?\.css$/

function ownSources(): string {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((entry) => /\.(tsx?|css)$/.test(entry))
    .map((entry) => readFileSync(join(source, entry), 'utf8'))
    .join('\n')
}

/** Names imported from 'antd' as values. */
function componentsIn(code: string): string[] {
  const imports = /import\s+(type\s+)?\{([^}]*)\}\s+from\s+'antd'/g
  return [...code.matchAll(imports)]
    .filter(([, typeOnly]) => !typeOnly)
    .flatMap(([, , names = '']) => names.split(','))
    .map((name) => name.trim().replace(/\s+as\s+.*/, ''))
    .filter((name) => name && !name.startsWith('type ') && name !== 'theme')
}

type Blocks = [selector: string, lines: string[]][]
interface Sheet {
  rules: string
  variables: Blocks
}

/** The styles that these components add to the cache. */
function extract(cache: ReturnType<typeof createCache>, mode: Mode, names: string[]): Sheet {
  const theme = { ...themeOf(mode), zeroRuntime: false }
  for (const name of names) {
    const sample = samples[name]
    if (!sample) throw new Error(`web/build/antd-samples.ts has no sample of antd's ${name}`)
    renderToString(h(StyleProvider, { cache }, h(ConfigProvider, { theme }, sample())))
  }
  const plain = (types: string[]) =>
    extractStyle(cache, { plain: true, once: true, types: types as never }).replace(
      /\.data-ant-cssinjs-cache-path\{[^}]*\}/,
      '',
    )
  return { rules: dropUnseen(plain(['style'])), variables: blocksOf(plain(['token', 'cssVar'])) }
}

/** Looks of antd's that the app has nowhere, a fifth of its rules: they cost every screen bytes and time. */
const unseen =
  /\.ant-[\w-]*-(addon|borderless|compact|filled|rtl|underlined)\b|\.ant-input-(group|otp|search)\b|\.ant-select-multiple\b/

/** Without the rules whose every selector is for such a look. */
function dropUnseen(css: string): string {
  const isUnseen = (selector: string) => unseen.test(selector.replace(/:not\([^)]*\)/g, ''))
  return css.replace(/([^{}]+)\{[^{}]*\}/g, (rule, selectors: string) =>
    selectors.split(/,(?![^(]*\))/).every(isUnseen) ? '' : rule,
  )
}

/** A panel has a theme of its own (`css-var-…`): its variables are dropped. */
function blocksOf(css: string): Blocks {
  return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
    .map(([, at = '', body = '']): Blocks[number] => [at, body.split(';').filter(Boolean)])
    .filter(([at]) => !at.includes('.css-var-'))
}

/** Only the dark variables that differ, under the class on `<html>`. */
function darkDifference(light: Blocks, dark: Blocks): Blocks {
  const before = new Map(light.map(([at, lines]) => [at, new Set(lines)]))
  const underDark = (one: string) => `html.dark ${one.trim()}`
  return dark.map(([at, lines]) => [
    at.split(',').map(underDark).join(','),
    lines.filter((line) => !before.get(at)?.has(line)),
  ])
}

const nameOf = (line: string) => line.slice(0, line.indexOf(':'))

/** The variables that a text uses, and those that these use in turn. */
function usedVariables(text: string, blocks: Blocks): Set<string> {
  const used = new Set<string>()
  const add = (css: string) => {
    for (const [, name = ''] of css.matchAll(/var\((--[\w-]+)/g)) used.add(name)
  }
  add(text)
  for (let before = -1; before !== used.size; ) {
    before = used.size
    for (const [, lines] of blocks) for (const line of lines) if (used.has(nameOf(line))) add(line)
  }
  return used
}

/** Most of antd's palette is never used, so it is left out. */
function write(blocks: Blocks, wanted: (name: string) => boolean): string {
  return blocks
    .map(([at, lines]) => [at, lines.filter((line) => wanted(nameOf(line)))] as const)
    .filter(([, lines]) => lines.length)
    .map(([at, lines]) => `${at}{${lines.join(';')}}`)
    .join('')
}

/** The first sheet, or what `name` adds to it. */
function sheet(name: string | undefined): string {
  const caches = { light: createCache(), dark: createCache() }
  const read = (names: string[]) => {
    const light = extract(caches.light, 'light', names)
    const dark = extract(caches.dark, 'dark', names)
    const variables = [...light.variables, ...darkDifference(light.variables, dark.variables)]
    return { rules: light.rules, variables }
  }
  const first = read(firstComponents)
  const own = ownSources()
  const used = usedVariables(first.rules + own, first.variables)
  if (!name) return write(first.variables, (one) => used.has(one)) + first.rules
  const more = read([name])
  const all = [...first.variables, ...more.variables]
  const usedNow = usedVariables(more.rules + own, all)
  return write(all, (one) => usedNow.has(one) && !used.has(one)) + more.rules
}

/** Style functions are only arguments of these: without the arguments, tree shaking removes them. */
const makers = /^(genStyleHooks|genComponentStyleHook|genSubStyleComponent)$/

interface Node {
  type: string
  start: number
  end: number
  callee?: { name?: string }
  arguments?: Node[]
}

function dropStyleFunctions(code: string, tree: unknown): string {
  const cuts: [number, number][] = []
  const visit = (node: unknown) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!node || typeof node !== 'object') return
    const { type, callee, arguments: args } = node as Node
    if (type === 'CallExpression' && makers.test(callee?.name ?? '') && args?.length) {
      cuts.push([args[0]?.start ?? 0, args.at(-1)?.end ?? 0])
      return
    }
    Object.values(node).forEach(visit)
  }
  visit(tree)
  return cuts.reduceRight((text, [from, to]) => text.slice(0, from) + text.slice(to), code)
}

const standIn = (name: string) => readFileSync(join(import.meta.dirname, 'stand-ins', name), 'utf8')

/** What components read in the browser: neither mode nor colour changes it. */
const tokenNames =
  /^(borderRadius|controlHeight|marginXXS|motion|screen\w+|sizePopupArrow|wireframe|zIndexPopupBase)$/

function tokens(): string {
  const all = Object.entries(theme.getDesignToken(themeOf('light')))
  return JSON.stringify(Object.fromEntries(all.filter(([name]) => tokenNames.test(name))))
}

/** Modules of antd, and what takes their place. */
const standIns: [path: string, code: () => string][] = [
  ['antd/es/config-provider/defaultRenderEmpty.js', () => standIn('default-render-empty.js')],
  ['antd/es/theme/themes/default/theme.js', () => 'export default undefined'],
  ['antd/es/theme/useToken.js', () => standIn('use-token.js').replace('TOKENS', tokens())],
  ['antd/es/theme/util/genStyleUtils.js', () => standIn('gen-style-utils.js')],
  ['@ant-design/cssinjs/es/index.js', () => standIn('cssinjs.js')],
  ['@rc-component/util/es/Dom/dynamicCSS.js', () => standIn('dynamic-css.js')],
]

/** A component that reads another token would find nothing there. */
function unknownToken(code: string): string | undefined {
  if (!/\buseToken(\$\d+)?\(\)/.test(code)) return undefined
  const read = [...code.matchAll(/\btoken\??\.(\w+)/g)].map(([, name = '']) => name)
  return read.find((name) => !tokenNames.test(name))
}

export function antdStyles(): Plugin {
  let building = false
  return {
    name: 'antd-styles',
    enforce: 'pre',
    configResolved: (config) => {
      building = config.command === 'build'
    },
    resolveId: (id) => (sheetName.test(id) ? `\0${id}` : undefined),
    load(id) {
      const named = sheetName.exec(id)
      if (named) return building ? sheet(named[1]) : ''
      return building ? standIns.find(([path]) => id.endsWith(path))?.[1]() : undefined
    },
    transform(code, id) {
      if (!building) return undefined
      if (id.startsWith(source)) {
        const late = componentsIn(code).filter((name) => !firstComponents.includes(name))
        if (!late.length) return undefined
        return {
          code: `${late.map((name) => `import 'virtual:antd/${name}.css'\n`).join('')}${code}`,
          map: null,
        }
      }
      if (!/antd\/es\/[^?]*\/style\/[^?]*\.js$/.test(id)) return undefined
      return { code: dropStyleFunctions(code, this.parse(code)), map: null }
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        for (const [id, { code }] of Object.entries(chunk.modules)) {
          const unknown = /antd\/es\//.test(id) && unknownToken(code ?? '')
          if (unknown) this.error(`${id} reads ${unknown}: add it to tokenNames in antd-styles.ts`)
        }
      }
    },
  }
}
