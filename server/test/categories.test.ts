import { categoryCalls as calls } from '@screening-room/contract/categories'
import { featuredTypeId } from '@screening-room/contract/review'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import type { Client } from './setup/client.ts'
import { startServer, type TestServer } from './setup/server.ts'

const chinese = { 'accept-language': 'zh-CN' }

let server: TestServer
let wang: Client
let li: Client
beforeAll(async () => {
  server = await startServer()
  wang = await server.signIn('administrator', 'Wang Fang')
  li = await server.signIn('reviewer', 'Li Wei')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.owner.query(sql`delete from tag`)
  await server.owner.query(sql`delete from category`)
})

async function addCategory(typeName: string, typeNameEn?: string): Promise<number> {
  const { code, body } = await wang.send(calls.addCategory, {
    typeName,
    ...(typeNameEn && { typeNameEn }),
  })
  expect(code).toBe(200)
  return body.data.id
}

async function addTag(typeId: number, tagName: string, tagNameEn?: string): Promise<number> {
  const { code, body } = await wang.send(calls.addTag, {
    typeId,
    tagName,
    ...(tagNameEn && { tagNameEn }),
  })
  expect(code).toBe(200)
  return body.data.id
}

const eventsAbout = (queue: string) =>
  server.owner.query(sql`
    select action, actor_id as by, subject_id as id, details from event where queue = ${queue}
    and subject_id in (select id from category union all select id from tag) order by event.id`)

test('the maps hold every category by name, by id and in order, with its tags and the English', async () => {
  const film = await addCategory('电影', 'Film')
  // The very first one: 1 means featured.
  expect(film).toBeGreaterThan(featuredTypeId)
  const music = await addCategory('音乐')
  const short = await addTag(film, '短片', 'Short')
  const long = await addTag(film, '长片')
  const { body } = await li.send(calls.maps, {})
  expect(body).toEqual({
    code: 200,
    msg: 'ok',
    data: {
      typeTags: { 电影: { [short]: '短片', [long]: '长片' }, 音乐: {} },
      types: { [film]: '电影', [music]: '音乐' },
      order: [film, music],
      tagOrder: [short, long],
      english: { types: { [film]: 'Film' }, tags: { [short]: 'Short' } },
      hidden: { types: {}, typeTags: {}, tags: [] },
    },
  })
  const list = await li.send(calls.list, {})
  expect(list.body).toEqual({
    code: 200,
    msg: 'ok',
    data: [
      { id: film, name: '电影', nameEn: 'Film' },
      { id: music, name: '音乐', nameEn: null },
    ],
    hidden: [],
  })
})

test('with no category at all the maps are empty, not missing', async () => {
  const { body } = await li.send(calls.maps, {})
  expect(body.data).toEqual({
    typeTags: {},
    types: {},
    order: [],
    tagOrder: [],
    english: { types: {}, tags: {} },
    hidden: { types: {}, typeTags: {}, tags: [] },
  })
  expect((await li.send(calls.list, {})).body.data).toEqual([])
})

test('names that mean something to JavaScript survive with their tags, and the order is kept', async () => {
  const names = ['zebra', '__proto__', '10', '1', 'constructor', 'toString', 'hasOwnProperty']
  const ids: number[] = []
  for (const name of names) {
    const id = await addCategory(name, name)
    ids.push(id)
    await addTag(id, '__proto__', 'constructor')
  }
  const response = await li.fetch(calls.maps.path)
  const { data } = JSON.parse(await response.text())
  expect(Object.keys(data.typeTags).sort()).toEqual([...names].sort())
  for (const name of names)
    expect(Object.values(Object.getOwnPropertyDescriptor(data.typeTags, name)?.value)).toEqual([
      '__proto__',
    ])
  expect(data.order).toEqual(ids)
  expect(data.order.map((id: number) => data.types[id])).toEqual(names)
  expect(ids.map((id) => data.english.types[id])).toEqual(names)
  expect((await li.send(calls.list, {})).body.data.map((one) => one.name)).toEqual(names)
  expect(({} as Record<string, unknown>).zebra).toBeUndefined()
})

test('a new category answers its id, and is recorded', async () => {
  const id = await addCategory('  纪录片 ', ' Documentary ')
  const { body } = await li.send(calls.maps, {})
  expect(body.data.types).toEqual({ [id]: '纪录片' })
  expect(body.data.english?.types).toEqual({ [id]: 'Documentary' })
  expect(await eventsAbout('category')).toMatchObject([
    {
      action: 'addCategory',
      by: wang.userId,
      id,
      details: { name: '纪录片', nameEn: 'Documentary' },
    },
  ])
})

test('a new tag is recorded with its category', async () => {
  const categoryId = await addCategory('动画')
  const id = await addTag(categoryId, '定格', 'Stop motion')
  expect(await eventsAbout('tag')).toMatchObject([
    { action: 'addTag', by: wang.userId, id, details: { categoryId, name: '定格' } },
  ])
})

const sameNames: [string, string, string][] = [
  ['as it is', '电影', '电影'],
  ['in capitals', 'Film', 'FILM'],
  ['with spaces around it', 'film', '  film '],
  ['with more space inside', 'short film', 'short \u3000 film'],
  ['in full width', 'Film', 'Ｆｉｌｍ'],
  ['in compatible letters', 'film', 'ﬁlm'],
  ['composed otherwise', 'café', 'cafe\u0301'],
  ['with a zero-width space', 'film', 'fi\u200blm'],
  ['with a joiner', 'film', '\u200dfilm'],
  ['with a byte order mark', 'film', 'fi\ufefflm'],
  ['with a zero-width space before an accent', 'café', 'cafe\u200b\u0301'],
  ['with a blank Braille pattern', 'film', 'film\u2800'],
  ['with a soft hyphen', 'film', 'fi\u00adlm'],
  ['with a variation selector', '电影', '电\ufe0f影'],
  ['with an invisible letter', 'film', 'film\u3164'],
]

describe.each(sameNames)('the same name %s', (_how, first, second) => {
  test('is no second category, and both languages say so', async () => {
    await addCategory(first)
    const input = { typeName: second }
    expect(await wang.send(calls.addCategory, input)).toMatchObject({
      status: 200,
      code: 409,
      msg: 'This category already exists',
    })
    expect((await wang.send(calls.addCategory, input, chinese)).msg).toBe('该分类已存在')
    expect((await li.send(calls.list, {})).body.data).toHaveLength(1)
  })

  test('is no second tag in its category, but one in another', async () => {
    const film = await addCategory('甲')
    const music = await addCategory('乙')
    await addTag(film, first)
    const input = { typeId: film, tagName: second }
    expect(await wang.send(calls.addTag, input)).toMatchObject({
      status: 200,
      code: 409,
      msg: 'This tag already exists',
    })
    expect((await wang.send(calls.addTag, input, chinese)).msg).toBe('该标签已存在')
    await addTag(music, second)
  })
})

test('names that differ are all taken', async () => {
  for (const name of ['电影', '電影', '电 影', 'film', 'film!', 'fílm', '💃', '💃🏽'])
    await addCategory(name)
  expect((await li.send(calls.list, {})).body.data).toHaveLength(8)
})

test.each(['', ' ', '\u200b\u200d', '\u3000\t', '\u2800', '\u202e\u0001'])(
  'a name of %j is none',
  async (name) => {
    const typeId = await addCategory('动画')
    expect(await wang.send(calls.addCategory, { typeName: name })).toMatchObject({
      code: 400,
      msg: 'typeName is required',
    })
    expect(await wang.send(calls.addTag, { typeId, tagName: name }, chinese)).toMatchObject({
      code: 400,
      msg: 'tagName 不能为空',
    })
  },
)

test('a name may have sixty characters and not one more', async () => {
  const typeId = await addCategory('影'.repeat(60), 'x'.repeat(60))
  await addTag(typeId, '💃'.repeat(60))
  expect(await wang.send(calls.addCategory, { typeName: '影'.repeat(61) })).toMatchObject({
    code: 400,
    msg: 'typeName must be at most 60 characters',
  })
  expect(await wang.send(calls.addTag, { typeId, tagName: 'x'.repeat(61) })).toMatchObject({
    code: 400,
    msg: 'tagName must be at most 60 characters',
  })
})

test('a tag for a category that is not there is refused', async () => {
  expect(await wang.send(calls.addTag, { typeId: 121_212, tagName: '短片' })).toMatchObject({
    code: 404,
    msg: 'category 121212 does not exist',
  })
})

test('a reviewer sees categories and may add neither category nor tag', async () => {
  const typeId = await addCategory('动画')
  const forbidden = { status: 403, code: 403, msg: 'Insufficient permission' }
  expect(await li.send(calls.addCategory, { typeName: '音乐' })).toMatchObject(forbidden)
  expect(await li.send(calls.addTag, { typeId, tagName: '定格' })).toMatchObject(forbidden)
  expect((await li.send(calls.addTag, { typeId, tagName: '定格' }, chinese)).msg).toBe('权限不足')
  const { body } = await li.send(calls.maps, {})
  expect(body.data.typeTags).toEqual({ 动画: {} })
})

test('eight people add the same category at once: one does, seven are told it exists', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      wang.send(calls.addCategory, { typeName: index % 2 ? 'vlog' : ' VLOG ' }),
    ),
  )
  expect(answers.map((answer) => answer.code).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(await eventsAbout('category')).toHaveLength(1)
})

const hidden: [string, string, string, string][] = [
  [
    'an override',
    'fi\u202elm',
    'must not contain characters that change the direction of text',
    '不能包含改变文字方向的字符',
  ],
  [
    'an isolate',
    '\u2067film\u2069',
    'must not contain characters that change the direction of text',
    '不能包含改变文字方向的字符',
  ],
  [
    'a mark of direction',
    'film\u200f',
    'must not contain characters that change the direction of text',
    '不能包含改变文字方向的字符',
  ],
  ['a bell', 'film\u0007', 'must not contain control characters', '不能包含控制字符'],
  ['an escape', '\u001b[31mfilm', 'must not contain control characters', '不能包含控制字符'],
  ['a next line', 'fi\u0085lm', 'must not contain control characters', '不能包含控制字符'],
  ['a tab', 'fi\tlm', 'must not contain control characters', '不能包含控制字符'],
  ['a line break', 'fi\nlm', 'must be a single line', '必须是单行文本'],
  ['a line separator', 'fi\u2028lm', 'must be a single line', '必须是单行文本'],
]

test.each(hidden)(
  'a name with %s is refused by its field, in both languages',
  async (_, name, en, zh) => {
    const typeId = await addCategory('动画')
    for (const [call, input, field] of [
      [calls.addCategory, { typeName: name }, 'typeName'],
      [calls.addCategory, { typeName: '电影', typeNameEn: name }, 'typeNameEn'],
      [calls.addTag, { typeId, tagName: name }, 'tagName'],
      [calls.addTag, { typeId, tagName: '定格', tagNameEn: name }, 'tagNameEn'],
    ] as const) {
      expect(await wang.sendRaw(call, input)).toMatchObject({ code: 400, msg: `${field} ${en}` })
      expect((await wang.sendRaw(call, input, chinese)).msg).toBe(`${field} ${zh}`)
    }
  },
)

test('ordinary names of any script and emoji are taken as they are', async () => {
  const names = ['纪录片', 'Кино', 'فيلم', 'סרט', '👨‍👩‍👧', '🏳️‍🌈', 'می‌خواهم', 'A · B – “C”']
  for (const name of names) await addCategory(name)
  expect((await li.send(calls.list, {})).body.data.map((one) => one.name)).toEqual(names)
})

test('an English name that nobody can see is none', async () => {
  await addCategory('纪录片', '\u200b')
  expect((await li.send(calls.list, {})).body.data).toMatchObject([{ nameEn: null }])
})
