import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { problems, refusals } from '@screening-room/contract/refusals'
import { sentences } from '@screening-room/contract/sentences'
import { describe, expect, it } from 'vitest'
import en from '../src/texts/en.ts'
import enLate from '../src/texts/en-focus.ts'
import zhCN from '../src/texts/zh-CN.ts'
import zhCNLate from '../src/texts/zh-CN-focus.ts'

type Tree = { [key: string]: string | Tree }

function flatten(tree: Tree, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : flatten(value, `${prefix}${key}.`),
  )
}

const english = flatten({ ...en, ...enLate })
const chinese = flatten({ ...zhCN, ...zhCNLate })

/* Every text that the specification quotes or names for the screen. `{}` is a value. */
const specified = [
  'log in to your admin account',
  'please enter phone number',
  'please enter password',
  'logging in...',
  'please enter phone number and password',
  'login failed, please retry',
  'failed to get user info',
  'Main menu',
  'Review management',
  'Configuration management',
  'project review',
  'auth review',
  'video review',
  'report review',
  'category config',
  'not logged in',
  'Detail information',
  'All',
  'pending',
  'approved',
  'rejected',
  'taken down',
  'review failed',
  'review passed',
  'Reset',
  'Search',
  'view',
  'view details',
  'Approve',
  'Reject',
  'Dismiss',
  'Take down',
  'close',
  'no pictures',
  'project videos',
  'personal videos',
  'are you sure you want to approve this video',
  'certified',
  'not certified',
  'no description',
  'public',
  'not public',
  'unknown',
  'mark as featured',
  'promo video',
  'personal video',
  'project video',
  'showing {}, total {}',
  'dismiss report',
  'take down video',
  'confirm dismissing this report? It means the report is untrue or needs no handling',
  'sure you want to take down video id {}? Users can no longer watch it',
  'reject reason cannot be empty',
  'please select at least one take-down reason',
  'this category already exists',
  'this tag already exists',
  'request failed',
  'failed to get video link',
  'failed to get video categories',
  'failed to load video list',
  'review operation failed',
  'reject operation failed',
  'approve operation failed',
  'marking featured failed',
  'marked as featured',
  'unknown error',
  'reject failed: {}',
  'failed to get report list',
  'failed to dismiss report',
  'failed to take down video',
  'video taken down',
  'report dismissed',
  'category add failed',
  'tag add failed',
  'failed to get category data',
  'unknown role',
  'unknown reason',
  'unknown type',
  'unknown status',
  'insufficient permission',
  'Chinese name',
  'English name',
]

const plain = (text: string) => text.replace(/\{\{\w+\}\}/g, '{}').toLowerCase()

describe('the texts of both languages', () => {
  it('have the same keys', () => {
    expect(chinese.map(([key]) => key)).toEqual(english.map(([key]) => key))
  })

  it('fill the same values into each text', () => {
    const values = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort()
    for (const [index, [key, text]] of english.entries())
      expect(values(chinese[index]?.[1] ?? ''), key).toEqual(values(text))
  })

  it('say nothing empty', () => {
    for (const [key, text] of [...english, ...chinese]) expect(text.trim(), key).not.toBe('')
  })
})

/** The app's own code, without its texts. */
function sources(): string {
  const folder = join(import.meta.dirname, '../src')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('texts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n')
}

it('every text is used: by its key, or by a key that ends in a variable', () => {
  const code = sources()
  const made = [...code.matchAll(/`([a-zA-Z.]+\.)\$\{[^`]*?\}([a-zA-Z]*)`/g)]
  const isMade = (key: string) =>
    made.some(
      ([, start = '', end = '']) =>
        key.startsWith(start) && key.endsWith(end) && !key.slice(start.length).includes('.'),
    )
  const unused = english
    .map(([key]) => key)
    .filter((key) => !code.includes(`'${key}'`) && !isMade(key))
  expect(unused).toEqual([])
})

it.each(specified)('English has the specification’s “%s”', (text) => {
  const shared = Object.values(sentences).map(({ en }) => en)
  const all = [...english.map(([, value]) => value), ...shared]
  expect(all.map(plain)).toContain(text.toLowerCase())
})

it('no sentence is in the contract and in the texts', () => {
  const refused = Object.values(refusals).map(({ says }) => says)
  const shared = [...Object.values(sentences), ...refused, ...Object.values(problems)]
  const inContract: string[] = shared.flatMap((sentence) => Object.values(sentence))
  const twice = [...english, ...chinese].filter(([, text]) => inContract.includes(text))
  expect(twice).toEqual([])
})
