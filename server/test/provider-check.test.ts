import { allCalls } from '@screening-room/contract/all-calls'
import { readAnswer } from '@screening-room/contract/answers'
import { categoryCalls } from '@screening-room/contract/categories'
import { certificationCalls } from '@screening-room/contract/certifications'
import { videoCalls } from '@screening-room/contract/videos'
import { describe, expect, test } from 'vitest'
import { openProvider } from '../src/cli/provider-client.ts'
import { type Finding, walkProvider } from '../src/cli/provider-walk.ts'
import { endAllAfterwards, run } from './faults/processes.ts'
import { startFakeProvider } from './setup/fake-provider.ts'
import { startServer, testPassword } from './setup/server.ts'

endAllAfterwards()

const spec = [...allCalls.values()].filter(({ origin }) => origin === 'spec')
const stamp = '2026-01-31T10:00:00'

const by = (findings: readonly Finding[], ...results: Finding['result'][]) =>
  findings
    .filter(({ result }) => results.includes(result))
    .map(({ call, note }) => `${call.path} ${note}`.trim())

test('against ourselves every call of the specification fits, also those that change something', async () => {
  const server = await startServer({ demo: true })
  try {
    const { phone } = await server.signIn('administrator')
    const provider = openProvider(server.url)
    const findings = await walkProvider(provider, { phone, pwd: testPassword }, { stamp })
    expect(by(findings, 'tolerated', 'missing', 'wrong', 'absent')).toEqual([])
    const tried = findings.filter(({ result }) => result === 'fits').map(({ call }) => call.path)
    expect(tried).toEqual(expect.arrayContaining(spec.map(({ path }) => path)))
  } finally {
    await server.close()
  }
})

describe('against a provider written from the specification', () => {
  test.each([{ odd: false }, { odd: true }])(
    'every call fits or is tolerated (%o)',
    async ({ odd }) => {
      const fake = await startFakeProvider({ odd })
      try {
        const findings = await walkProvider(openProvider(fake.url), fake, { stamp })
        expect(by(findings, 'missing', 'wrong', 'not tried')).toEqual([])
        const walked = findings.map(({ call }) => call.path)
        expect(walked).toEqual(expect.arrayContaining(spec.map(({ path }) => path)))
        expect(by(findings, 'absent').map((line) => line.split(' ')[0])).toEqual([
          '/admin/data/project/list',
          '/admin/data/video/opt/tag',
        ])
        const added = fake.categories.at(-1)
        expect(added).toMatchObject({ name: `provider-check ${stamp}` })
        expect(added?.tags).toMatchObject([{ name: `provider-check ${stamp}` }])
      } finally {
        await fake.close()
      }
    },
  )

  test('without --write nothing is changed, and the command exits with 0', async () => {
    const fake = await startFakeProvider()
    const args = ['--url', fake.url, '--phone', fake.phone, '--pwd', fake.pwd]
    const program = run('provider-check.js', args, {})
    const { code } = await program.ended
    await fake.close()
    expect({ code, errors: program.errors() }).toEqual({ code: 0, errors: '' })
    expect(fake.seen.filter((line) => /opt|add$|report\/refuse/.test(line))).toEqual([])
    expect(program.output()).toMatch(/fits +POST \/admin\/data\/auth\/list\n/)
    expect(program.output()).toMatch(/not tried +POST \/admin\/data\/type\/add/)
  })
})

test('a crippled provider is told what is missing and what is wrong, and the command exits with 1', async () => {
  const fake = await startFakeProvider({
    lacks: ['/vedio/categories', '/admin/data/play/personal/getLink'],
  })
  const args = ['--url', fake.url, '--phone', fake.phone, '--pwd', fake.pwd]
  const program = run('provider-check.js', args, {})
  const { code } = await program.ended
  await fake.close()
  expect(code).toBe(1)
  const missing = program.output().match(/^MISSING.*$/gm)
  expect(missing?.map((line) => line.replace(/\s+/g, ' '))).toEqual([
    'MISSING GET /vedio/categories HTTP 404',
    'MISSING POST /admin/data/play/personal/getLink HTTP 404',
  ])
})

test('a wrong password and a missing option end the command with a sentence', async () => {
  const fake = await startFakeProvider()
  const refused = run('provider-check.js', ['--url', fake.url, '--phone', '1', '--pwd', 'x'], {})
  expect(await refused.ended).toMatchObject({ code: 1 })
  expect(refused.output()).toContain('密码错误')
  await fake.close()
  const unusable = run('provider-check.js', ['--url', fake.url], {})
  expect(await unusable.ended).toMatchObject({ code: 2 })
  expect(unusable.errors()).toContain('npm run provider-check -- --url')
})

describe('a reader', () => {
  const read = (call: Parameters<typeof readAnswer>[0], more: object) =>
    readAnswer(call, { code: 200, msg: 'ok', ...more })
  const { certified, link } = videoCalls
  const { list, roles } = certificationCalls
  const { addTag, maps } = categoryCalls

  test.each([
    { call: certified, given: { data: { status: 1 } }, read: { data: { status: 1 } } },
    { call: certified, given: { data: '1' }, read: { data: { status: 1 } } },
    { call: certified, given: { status: 0 }, read: { data: { status: 0 } } },
    { call: certified, given: { data: true }, read: { data: { status: 1 } } },
    {
      call: link.promo,
      given: { info: 'https://a.example/1' },
      read: { data: 'https://a.example/1' },
    },
    { call: roles, given: { data: [{ id: 3, name: 'A' }] }, read: { data: { 3: 'A' } } },
    { call: addTag, given: {}, read: {} },
    { call: addTag, given: { data: true }, read: {} },
    {
      call: maps,
      given: { data: { A: { 1: 'x' }, B: {} }, info: { 8: 'A', 9: 'B' } },
      read: { data: { typeTags: { A: { 1: 'x' }, B: {} }, types: { 8: 'A', 9: 'B' } } },
    },
    {
      call: maps,
      given: { data: [{ A: [{ id: 1, name: 'x' }] }, { 8: 'A' }] },
      read: { data: { typeTags: { A: { 1: 'x' } }, types: { 8: 'A' } } },
    },
  ])('of $call.path takes $given', ({ call, given, read: wanted }) => {
    expect(read(call, given)).toMatchObject({ output: wanted })
  })

  test('leaves out what it cannot use, and refuses what it needs', () => {
    const row = { id: 1, authStatus: 0, authRoleId: {}, phone: 139, authPicPath: ['a'] }
    expect(read(list, { data: [row] })).toMatchObject({
      fit: 'tolerated',
      output: { data: [{ id: 1, authStatus: 0, phone: '139', authPicPath: '["a"]' }] },
    })
    expect(read(list, { data: [{ ...row, authStatus: 'new' }] })).toMatchObject({
      fit: 'unreadable',
    })
    expect(read(list, { data: { a: 1 } })).toMatchObject({ fit: 'unreadable' })
    expect(read(list, {})).toMatchObject({ fit: 'unreadable' })
  })

  test('never takes an ID that a number cannot hold: it would be the ID of another item', () => {
    const row = { id: '9007199254740993', authStatus: 0 }
    expect(read(list, { data: [row] })).toMatchObject({ fit: 'unreadable' })
  })

  test('keeps a category called __proto__', () => {
    const data = JSON.parse('{"__proto__":{"1":"x"},"A":{}}')
    const reading = read(maps, { data, info: { 8: '__proto__', 9: 'A' } })
    expect(JSON.stringify(reading)).toContain('"__proto__":{"1":"x"}')
  })
})
