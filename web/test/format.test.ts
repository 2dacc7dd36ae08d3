import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setConfig } from '../src/api/config.ts'
import { bannerAddress, durationText, pictureAddress, pictureList } from '../src/shared/format.ts'
import { isQueue, readPlace, searchOf, wordsOf, writePlace } from '../src/shared/list-query.ts'
import { isComposing } from '../src/ui/is-composing.ts'

it('durations are mm:ss, and minutes grow past 59', () => {
  expect([0, 9, 61, 3665, 3599.9].map(durationText)).toEqual([
    '00:00',
    '00:09',
    '01:01',
    '61:05',
    '59:59',
  ])
  expect([null, undefined, Number.NaN, -1].map(durationText)).toEqual(Array(4).fill(undefined))
})

it('a picture list is a JSON list of addresses or nothing', () => {
  expect(pictureList('["a.png","b.png",3]')).toEqual(['a.png', 'b.png'])
  for (const bad of [null, undefined, '', '{', '{"a":1}', 'null', '"a.png"'])
    expect(pictureList(bad)).toEqual([])
})

describe('addresses of pictures', () => {
  beforeAll(() => {
    Object.assign(globalThis, { location: new URL('https://review.example.com/') })
    setConfig({ bannerHost: 'https://banners.example.com/b', pictureHosts: ['cdn.example.com'] })
  })

  it('a name stands under the banner host, a full address for itself', () => {
    expect(bannerAddress('a b.png')).toEqual({
      kind: 'shown',
      address: 'https://banners.example.com/b/a%20b.png',
    })
    expect(bannerAddress('https://cdn.example.com/x.png').kind).toBe('shown')
  })

  it('a host that is not allowed is named, not asked', () => {
    expect(pictureAddress('https://evil.example/x.png')).toMatchObject({
      kind: 'foreign',
      host: 'evil.example',
    })
    expect(pictureAddress('//evil.example/x.png').kind).toBe('foreign')
  })

  it('what is no address shows nothing', () => {
    for (const bad of ['', '  ', null, 'javascript:alert(1)', 'data:text/html,x', 'https://'])
      expect(bannerAddress(bad).kind, String(bad)).toBe('none')
  })
})

describe('a list’s place in the address', () => {
  const defaults = { status: '0', start: '' }

  it('comes back as it was written', () => {
    const place = { filters: { status: '', start: '2026-01-31' }, page: 3, tab: 'b', view: 12 }
    expect(readPlace(writePlace(place, defaults), defaults)).toEqual(place)
  })

  it('is the default where the address says nothing sensible', () => {
    const query = new URLSearchParams('page=-1&view=x&other=1')
    expect(readPlace(query, defaults)).toEqual({
      filters: defaults,
      page: 1,
      tab: '',
      view: undefined,
    })
    expect(writePlace(readPlace(query, defaults), defaults).toString()).toBe('')
  })
})

describe('what is searched for', () => {
  afterEach(() => setConfig({}))

  it('is as many characters as the server takes, without blanks around', () => {
    expect(wordsOf(' \u3000灯塔 \n')).toBe('灯塔')
    expect(wordsOf('\0')).toBe('')
    expect([...wordsOf('𠮷'.repeat(150))]).toHaveLength(100)
    expect(wordsOf(`${'a'.repeat(99)} b`)).toBe('a'.repeat(99))
  })

  it('is sent only where there is something, and to a server that knows it', () => {
    expect(searchOf({ search: '  ' })).toEqual({})
    expect(searchOf({ search: ' 灯塔' })).toEqual({ search: '灯塔' })
    setConfig({ ours: false })
    expect(searchOf({ search: '灯塔' })).toEqual({})
  })

  it('makes of a queue a list of some', () => {
    expect(isQueue({ search: '', status: '0', start: '' })).toBe(true)
    expect(isQueue({ search: '灯塔', status: '0', start: '' })).toBe(false)
  })
})

it('an Enter inside an input method is no Enter', () => {
  expect(isComposing({ key: 'Enter', nativeEvent: { isComposing: true } })).toBe(true)
  expect(isComposing({ key: 'Enter', nativeEvent: { keyCode: 229 } })).toBe(true)
  expect(isComposing({ key: 'Process' })).toBe(true)
  expect(isComposing({ key: 'Enter', nativeEvent: { isComposing: false, keyCode: 13 } })).toBe(
    false,
  )
})
