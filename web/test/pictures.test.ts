// @module-tag torture
import { expect, it } from 'vitest'
import { dice } from '../../server/test/setup/seed.ts'
import { figure, many } from '../../torture/figures.ts'
import { setConfig } from '../src/api/config.ts'
import { avatarAddress, bannerAddress, pictureAddress, pictureList } from '../src/shared/format.ts'

/* Lists of pictures as members might send them: whatever they hold, only allowed hosts are contacted. */

const roll = dice('picture lists')
const allowed = ['review.example.com', 'cdn.example.com', 'banners.example.com']

const schemes = ['https://', 'http://', '//', 'HTTPS://', 'https:', 'https:/', 'http:\\\\', '\\\\']
const strange = ['javascript:', 'data:image/png,', 'blob:https://', 'file:///', 'ftp://', 'about:']
const hosts = [
  ...['cdn.example.com', 'CDN.example.com', 'ｃｄｎ.example.com', 'cdn.example.com.', 'localhost'],
  ...['evil.example', 'cdn.example.com.evil.example', 'evilcdn.example.com', 'cdn-example.com'],
  ...['review.example.com', '127.0.0.1', '[::1]', '0x7f.1', '2130706433', 'ёvil.example', ''],
]
const before = ['', 'cdn.example.com@', 'user:secret@', 'cdn.example.com%40', 'cdn.example.com:x@']
const ports = ['', ':443', ':8443', ':22', ':80', ':99999', ':']
const paths = [
  '/x.png',
  '',
  '/../x.png',
  '/%2e%2e/x',
  '?@cdn.example.com',
  '#cdn.example.com',
  '\\x',
]
const blanks = ['', ' ', '\t', '\n', '\u0000', '\u00a0', '\u202e', '\ufeff']
const others = [
  'x.png',
  '../x.png',
  '/x.png',
  '/\\evil.example/x',
  '/\t/evil.example',
  './/evil.example',
]

const shaken = (text: string) => {
  const at = roll.below(text.length + 1)
  return text.slice(0, at) + roll.pick(blanks) + text.slice(at)
}

function someAddress(): unknown {
  const whole = [roll.pick(schemes), roll.pick(before), roll.pick(hosts), roll.pick(ports)]
  const text = roll.pick([
    whole.join('') + roll.pick(paths),
    whole.join('') + roll.pick(paths),
    roll.pick(strange) + roll.pick(hosts) + roll.pick(paths),
    roll.pick(others),
  ])
  return roll.pick<unknown>([text, text, text, shaken(text), shaken(shaken(text)), [text], 7, null])
}

function someList(): string {
  const json = JSON.stringify(Array.from({ length: roll.below(6) }, someAddress))
  const at = roll.below(json.length)
  return roll.pick([json, json, json, json.slice(0, at), `{"__proto__":${json}}`, shaken(json)])
}

it('a picture of any list is one of an allowed host, or is not loaded', () => {
  Object.assign(globalThis, { location: new URL('https://review.example.com/') })
  setConfig({ bannerHost: 'https://banners.example.com/b', pictureHosts: ['cdn.example.com'] })
  const seen = { shown: 0, foreign: 0, none: 0 }
  const lists = many(500, 5000, 500_000)
  for (let run = 0; run < lists; run++) {
    const json = someList()
    for (const given of pictureList(json))
      for (const read of [pictureAddress, bannerAddress, avatarAddress]) {
        const found = read(given)
        seen[found.state] += 1
        if (found.state !== 'shown') continue
        const { protocol, host } = new URL(found.address)
        expect(allowed, JSON.stringify(given)).toContain(host)
        expect(['https:', 'http:'], JSON.stringify(given)).toContain(protocol)
      }
  }
  setConfig({})
  for (const kind of ['shown', 'foreign', 'none'] as const)
    expect(seen[kind]).toBeGreaterThan(lists / 10)
  figure('I5', lists)
})
