import { categoryCalls } from '@screening-room/contract/categories'
import { certificationCalls } from '@screening-room/contract/certifications'
import { projectCalls } from '@screening-room/contract/projects'
import { reportCalls } from '@screening-room/contract/reports'
import { status, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './setup/client.ts'
import {
  addCertifications,
  addProjects,
  addReasons,
  addVideo,
  addVideos,
  eventsOf,
  statusOf,
} from './setup/items.ts'
import { sendPlain, sendRequest } from './setup/raw.ts'
import { startServer, type TestServer } from './setup/server.ts'

/* Input that looks wrong and is right: taken, and kept exactly as it was sent. */

let server: TestServer
let admin: Client
let headers: Record<string, string>
beforeAll(async () => {
  server = await startServer()
  admin = await server.signIn('administrator')
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  headers = { cookie, authorization: `Bearer ${admin.token}` }
})
afterAll(() => server.close())

const texts: [string, string][] = [
  ['right-to-left override', 'abc\u202edef\u202c'],
  ['isolates', '\u2066abc\u2069'],
  ['zero-width characters', 'a\u200bb\u200cc\u200dd\u2060e'],
  ['a byte order mark', '\ufeffabc\ufeff'],
  ['control characters', 'a\u0001b\u001fc\u007fd\u0085e\u009ff'],
  ['line breaks and tabs', 'a\r\nb\tc\u2028d\u2029e'],
  ['four-byte characters', '𝕳𠮷😀'],
  ['families and flags', '👩‍👩‍👧‍👦🏳️‍🌈🇨🇳'],
  ['tag characters', '🏴\u{e0067}\u{e0062}\u{e007f}'],
  ['500 combining marks', `a${'\u0301'.repeat(499)}`],
  ['500 emoji', '😀'.repeat(500)],
  ['composed and decomposed twins', 'é é Å Å Å'],
  ['full-width and homoglyphs', 'ａｂｃ１２３ раураl'],
  ['unassigned and private characters', '\u0378\ue000\u{10ffff}\ufdd0\uffff'],
  ['markup', '<script>alert(1)</script><img src=x onerror=1>{{7*7}}'],
  ['quotes and SQL', `'; drop table video; -- " \\ % _ \\' `],
  ['plus, percent and ampersand', '1+1=2 & 100% ; #'],
  ['spaces at both ends', '  blurry \u3000'],
  ['nothing', ''],
]

describe('a certification reason is kept as typed', () => {
  test.each(texts)('%s', async (_, message) => {
    const form = new URLSearchParams({ message }).toString()
    const ways: [string, Record<string, string>, string?][] = [
      ['', { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }, form],
      [`&${form}`, {}],
      ['', { 'content-type': 'application/json' }, JSON.stringify({ message })],
    ]
    for (const [query, type, body] of ways) {
      const [authId = 0] = await addCertifications(server.owner, 1)
      const path = `${certificationCalls.reject.path}?authId=${authId}${query}`
      const answer = await sendPlain(server.url, 'POST', path, { ...headers, ...type }, body)
      expect(JSON.parse(answer.body)).toEqual({ code: 200, msg: 'ok' })
      expect((await eventsOf(server.owner, 'certification', authId))[0]?.reason).toBe(message)
    }
  })
})

test('a query with bytes that nobody escaped is not guessed at', async () => {
  const [authId = 0] = await addCertifications(server.owner, 1)
  for (const message of ['\xff\xfe', Buffer.from('模糊').toString('latin1')]) {
    const line = `POST ${certificationCalls.reject.path}?authId=${authId}&message=${message} HTTP/1.1`
    const answer = await sendRequest(server.url, line, headers)
    expect(JSON.parse(answer.body)).toEqual({ code: 400, msg: 'The request is not valid HTTP' })
  }
  expect(await statusOf(server.owner, 'certification', authId)).toBe(status.pending)
})

const blanks = [
  '',
  ' ',
  '\t\r\n',
  '\u3000',
  '\u00a0',
  '\u200b',
  '\u2060\ufeff',
  '\u200b \u3000\u00ad',
  '\ufe0f',
  '\u2028',
  '\u3164',
]

test.each(blanks.map((blank) => [JSON.stringify(blank), blank]))(
  'a video or project is not rejected with a reason that nobody can see: %s',
  async (_, message) => {
    const videoId = await addVideo(server.owner)
    const [projectId = 0] = await addProjects(server.owner, 1)
    const refused = { status: 200, code: 400, msg: 'Reject reason cannot be empty' }
    expect(await admin.send(videoCalls.project.reject, { videoId, message })).toMatchObject(refused)
    expect(await admin.send(projectCalls.reject, { projectId, message })).toMatchObject(refused)
    expect(await statusOf(server.owner, 'video', videoId)).toBe(status.pending)
    expect(await statusOf(server.owner, 'project', projectId)).toBe(status.pending)
  },
)

test('a video’s reason is trimmed and otherwise kept', async () => {
  const videoId = await addVideo(server.owner)
  await admin.send(videoCalls.project.reject, { videoId, message: ' \u3000a  b\n' })
  expect((await eventsOf(server.owner, 'video', videoId))[0]?.reason).toBe('a  b')
})

test('optional fields that are left empty count as absent, in every list', async () => {
  await addVideos(server.owner, 3, { type: videoType.personal })
  const empty = { page: '', pageSize: '', start: '', end: '' }
  const lists = [
    admin.sendRaw(certificationCalls.list, { ...empty, roleId: '', status: '' }),
    admin.sendRaw(projectCalls.list, { ...empty, status: '' }),
    admin.sendRaw(videoCalls.project.list, { ...empty, viewStatus: '', videoType: '' }),
    admin.sendRaw(videoCalls.personal.list, { ...empty, viewStatus: '', videoType: '' }),
    admin.sendRaw(reportCalls.list, { ...empty, status: '', videoType: '' }),
  ]
  for (const answer of await Promise.all(lists)) expect(answer).toMatchObject({ code: 200 })
})

test('no reason at all for a take-down is said in words for people, however it is left out', async () => {
  await addReasons(server.owner)
  const videoId = await addVideo(server.owner)
  const path = `${videoCalls.project.takeDown.path}?videoId=${videoId}&videoType=2`
  const json = { ...headers, 'content-type': 'application/json' }
  const answers = [
    await sendPlain(server.url, 'POST', path, headers),
    await sendPlain(server.url, 'POST', `${path}&offlineReasons=`, headers),
    await sendPlain(server.url, 'POST', path, json, '{"offlineReasons":[]}'),
  ]
  const says = { code: 400, msg: 'Please select at least one take-down reason' }
  for (const { body } of answers) expect(JSON.parse(body)).toEqual(says)
  const both = await sendPlain(
    server.url,
    'POST',
    `${path}&offlineReasons=1`,
    json,
    '{"offlineReasons":[2,"3"]}',
  )
  expect(JSON.parse(both.body)).toEqual({ code: 200, msg: 'ok' })
})

test.each([
  [{ page: 10_000 }, 0],
  [{ page: 2, pageSize: 4 }, 3],
  [{ page: 1, pageSize: 100 }, 7],
  [{ pageSize: 1 }, 1],
  [{ pageSize: 21 }, 7],
  [{ page: 3, pageSize: 20 }, 0],
])('paging at its edges: %o', async (input, rows) => {
  const own = (await admin.send(videoCalls.project.list, { videoType: videoType.promo })).body.total
  await addVideos(server.owner, 7 - own, { type: videoType.promo })
  const { code, body } = await admin.send(videoCalls.project.list, {
    ...input,
    videoType: videoType.promo,
  })
  expect(code).toBe(200)
  expect(body.data).toHaveLength(rows)
  expect(body.total).toBe(7)
})

test('content types in capitals, with utf-8 in quotes, or none where there is no body', async () => {
  const { path } = projectCalls.list
  const types = [
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ]
  for (const type of types) {
    const answer = await sendPlain(
      server.url,
      'POST',
      path,
      { ...headers, 'content-type': type },
      '{"page": 1}',
    )
    expect(JSON.parse(answer.body).code, type).toBe(200)
  }
  for (const type of [{}, { 'content-type': 'text/plain' }])
    expect(
      JSON.parse((await sendPlain(server.url, 'POST', path, { ...headers, ...type })).body).code,
    ).toBe(200)
})

test('JSON with spaces, escapes and numbers in any order is the same as a form', async () => {
  const [authId = 0] = await addCertifications(server.owner, 1)
  const body = ` {\n"message" : "\\u6a21\\u7cca\\ud83d\\ude00\\/" ,\t"authId" : ${authId} }\r\n`
  const type = { 'content-type': 'application/json' }
  const answer = await sendPlain(
    server.url,
    'POST',
    certificationCalls.reject.path,
    { ...headers, ...type },
    body,
  )
  expect(JSON.parse(answer.body).code).toBe(200)
  expect((await eventsOf(server.owner, 'certification', authId))[0]?.reason).toBe('模糊😀/')
})

describe('category names', () => {
  test.each([
    '__proto__',
    'constructor',
    'toString',
    '1',
    '0',
    'ﷺ'.repeat(60),
    '<b>',
    "'; --",
    '😀',
  ])('a category and a tag may be called %s', async (name) => {
    const added = await admin.send(categoryCalls.addCategory, { typeName: name })
    expect(added).toMatchObject({ status: 200, code: 200 })
    const { id } = added.body.data
    expect(await admin.send(categoryCalls.addTag, { typeId: id, tagName: name })).toMatchObject({
      code: 200,
    })
    const text = await (await admin.fetch(categoryCalls.maps.path)).text()
    const { data } = JSON.parse(text)
    expect(data.types[id]).toBe(name)
    const tags = Object.getOwnPropertyDescriptor(data.typeTags, name)?.value
    expect(Object.values(tags)).toEqual([name])
  })

  test.each([' Noir', 'NOIR', 'No\u200bir', 'Ｎｏｉｒ', 'noir\ufe0f', 'N\u00adoir'])(
    '%s is Noir again',
    async (typeName) => {
      await admin.send(categoryCalls.addCategory, { typeName: 'Noir' })
      expect(await admin.send(categoryCalls.addCategory, { typeName })).toMatchObject({ code: 409 })
    },
  )

  test.each(['\u200b', ' ', '\u3000\u00ad'])(
    'a name that nobody can see is none: %j',
    async (typeName) => {
      expect(await admin.send(categoryCalls.addCategory, { typeName })).toMatchObject({
        code: 400,
        msg: 'typeName is required',
      })
    },
  )
})

test('complaints come in the language that is asked for', async () => {
  const { approve } = certificationCalls
  const asked = (language: string) =>
    admin.sendRaw(approve, { authId: 'x' }, { 'accept-language': language })
  expect((await asked('zh-CN,zh;q=0.9')).msg).toBe('authId 必须是 1 到 9007199254740991 的整数')
  expect((await asked('en, zh')).msg).toMatch(/^authId must be/)
  expect((await asked('zh'.padEnd(9000, 'x'))).msg).toMatch(/^authId must be/)
})
