import { longestSearch } from '@screening-room/contract/fields'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setConfig } from '../src/api/config.ts'
import { bannerAddress, durationText, pictureAddress, pictureList } from '../src/shared/format.ts'
import {
  isPendingOnly,
  readListQuery,
  searchOf,
  searchTermOf,
  writeListQuery,
} from '../src/shared/list-query.ts'
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

  it('a name is resolved under the banner host, a full address is kept', () => {
    expect(bannerAddress('a b.png')).toEqual({
      state: 'shown',
      address: 'https://banners.example.com/b/a%20b.png',
    })
    expect(bannerAddress('https://cdn.example.com/x.png').state).toBe('shown')
    expect(bannerAddress('2026/x.png').state).toBe('shown')
    expect(bannerAddress('../../etc/passwd').state).toBe('none')
  })

  it('a host that is not allowed is named, not contacted', () => {
    expect(pictureAddress('https://evil.example/x.png')).toMatchObject({
      state: 'foreign',
      host: 'evil.example',
    })
    expect(pictureAddress('//evil.example/x.png').state).toBe('foreign')
  })

  it('without a list of hosts every https address is shown, and no other', () => {
    setConfig({ anyPicture: true })
    expect(bannerAddress('https://elsewhere.example/x.png')).toEqual({
      state: 'shown',
      address: 'https://elsewhere.example/x.png',
    })
    expect(pictureAddress('http://elsewhere.example/x.png').state).toBe('foreign')
    expect(pictureAddress('javascript:alert(1)').state).toBe('none')
  })

  it('an invalid address shows nothing', () => {
    for (const bad of ['', '  ', null, 'javascript:alert(1)', 'data:text/html,x', 'https://'])
      expect(bannerAddress(bad).state, String(bad)).toBe('none')
  })
})

describe('a list’s state in the address', () => {
  const defaults = { status: '0', start: '' }

  it('comes back as it was written', () => {
    const filters = { status: '', start: '2026-01-31' }
    const list = { filters, page: 3, order: 'oldest' as const, tab: 'b', view: 12 }
    expect(readListQuery(writeListQuery(list, defaults), defaults)).toEqual(list)
  })

  it('is the default if the address is mistyped', () => {
    const query = new URLSearchParams('page=-1&view=x&other=1&order=x')
    expect(readListQuery(query, defaults)).toEqual({
      filters: defaults,
      page: 1,
      order: 'newest',
      tab: '',
      view: undefined,
    })
    expect(writeListQuery(readListQuery(query, defaults), defaults).toString()).toBe('')
  })
})

describe('what is searched for', () => {
  afterEach(() => setConfig({}))

  it('is trimmed and cut to what the server accepts', () => {
    expect(searchTermOf(' \u3000灯塔 \n')).toBe('灯塔')
    expect(searchTermOf('\0')).toBe('')
    expect([...searchTermOf('𠮷'.repeat(150))]).toHaveLength(longestSearch)
    expect(searchTermOf(`${'a'.repeat(longestSearch - 1)} b`)).toBe('a'.repeat(longestSearch - 1))
  })

  it('is sent only if there is one, and only to our own server', () => {
    expect(searchOf({ search: '  ' })).toEqual({})
    expect(searchOf({ search: ' 灯塔' })).toEqual({ search: '灯塔' })
    setConfig({ ours: false })
    expect(searchOf({ search: '灯塔' })).toEqual({})
  })

  it('makes a list more than the plain queue', () => {
    expect(isPendingOnly({ search: '', status: '0', start: '' })).toBe(true)
    expect(isPendingOnly({ search: '灯塔', status: '0', start: '' })).toBe(false)
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
